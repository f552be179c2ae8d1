"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, memo, useMemo } from "react";
import { ThreadTurns } from "#components/calls/around/thread-turns.tsx";
import { useHistoryCalls } from "#components/calls/around/use-history-calls.tsx";
import { MadeCallsIn } from "#components/calls/call/made-in-call.tsx";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { ExceptionBlock } from "#components/conversation/conversation.tsx";
import { PanelNameProvider } from "#components/conversation/panel-name.ts";
import { CallFindBar } from "#components/desk/find/call-find-bar.tsx";
import { CONVERSATION, isReading } from "#components/desk/parts/call-parts.ts";
import { answerPartOf, MADE } from "#components/desk/parts/made-place.ts";
import type { DeskCallProps } from "#components/desk/state/desk-handles.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { RevealProvider } from "#components/ui/mount/reveal.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { CallBar } from "./call-bar.tsx";
import { CallOthers } from "./call-others.tsx";
import { CallPartView } from "./call-part.tsx";
import { EXCEPTION, useCallView } from "./use-call-view.ts";

/** The call to annotate: the fields that the queue shows, and all of it on demand. Memoised, so that typing in the form does not render it again. */
export const DeskCall = memo(function DeskCall(props: DeskCallProps) {
  const { projectId } = useProject();
  const call = useQuery(callQuery(projectId, props.callId));
  return (
    <section aria-label={props.label ?? "Call"} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {call.data ? <ShownCall key={call.data.id} {...props} call={call.data} /> : <NoCall call={call} />}
    </section>
  );
});

type NoCallProps = {
  call: {
    data: Call | null | undefined;
    error: Error | null;
    refetch: () => unknown;
    isFetching: boolean;
    isPaused: boolean;
  };
};

function NoCall({ call }: NoCallProps) {
  if (call.data === null)
    return (
      <EmptyState title="This call was deleted">
        There is nothing left to judge. Skip the item to continue.
      </EmptyState>
    );
  if (call.error) return <QueryError title="The call could not be loaded" query={call} />;
  if (call.isPaused)
    return (
      <EmptyState title="You are offline">
        This call is not loaded yet. It appears here once you are connected. Your answers are kept.
      </EmptyState>
    );
  return (
    <div className="p-6">
      <SkeletonLines label="Loading the call" lines={8} />
    </div>
  );
}

function ShownCall(props: DeskCallProps & { call: Call }) {
  const { call, queue, isWhole, onWhole } = props;
  const isBlindPair = queue.kind === "pairwise" && queue.isBlind;
  const view = useCallView({ ...props, isBlindPair });
  const { scroller, parts, views, find, revealed, around, made, thread, hasHistory } = view;
  const after = useHistoryCalls(hasHistory && thread.isOpen ? (around?.before ?? null) : null);
  const asked = useMemo(() => readMessages(call.inputs, undefined), [call.inputs]);
  const calls = <MadeCallsIn made={made} asked={asked} anchor={MADE} />;
  const answerPart = answerPartOf(parts);
  return (
    <>
      <CallBar {...{ call, around, isWhole, onWhole, isBlindPair }} onFind={find.open} />
      {find.isOpen ? <CallFindBar find={find} onClose={view.closeFind} /> : null}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        data-call-scroll
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <PanelNameProvider value={props.label}>
          <RevealProvider value={revealed}>
            <div className="mx-auto flex max-w-3xl flex-col gap-6 px-6 py-4 max-sm:px-4">
              {around && !hasHistory ? (
                <ThreadTurns callIds={around.before} firstNumber={1} side="earlier" {...thread} />
              ) : null}
              {parts.map((part) => {
                const view = views.of(part);
                const isInside = part === answerPart && part.anchor === CONVERSATION && isReading(view);
                return (
                  <Fragment key={part.anchor}>
                    {part === answerPart && !isInside ? calls : null}
                    <CallPartView
                      part={part}
                      view={view}
                      onView={(chosen) => views.set(part, chosen)}
                      earlier={{ ...thread, after }}
                      between={isInside ? calls : null}
                    />
                  </Fragment>
                );
              })}
              {answerPart ? null : calls}
              {call.exception ? (
                <div data-anchor={EXCEPTION} tabIndex={-1}>
                  <ExceptionBlock text={call.exception} />
                </div>
              ) : null}
              {around ? (
                <ThreadTurns
                  callIds={around.after}
                  firstNumber={around.number + 1}
                  side="later"
                  {...thread}
                />
              ) : null}
              {isWhole && !queue.isBlind ? <CallOthers callId={call.id} /> : null}
            </div>
          </RevealProvider>
        </PanelNameProvider>
      </div>
    </>
  );
}
