"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { CallData } from "#components/calls/call-data.tsx";
import { callQuery } from "#components/calls/call-queries.ts";
import { Conversation } from "#components/conversation/conversation.tsx";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Call } from "#lib/contract/call-fields.ts";
import type { DeskItem } from "./desk-state.ts";
import { ShownFields } from "./shown-fields.tsx";

type DeskCallProps = { item: DeskItem; isWhole: boolean; onWhole: (isWhole: boolean) => void };

/** The call that is judged: what the queue wants to be shown of it, and all of it on demand. */
export function DeskCall({ item, isWhole, onWhole }: DeskCallProps) {
  const { projectId } = useProject();
  const call = useQuery(callQuery(projectId, item.callId));
  return (
    <section aria-label="Call" className="flex min-h-28 min-w-0 flex-1 flex-col lg:min-h-0">
      {call.data ? (
        <>
          <CallBar call={call.data} isWhole={isWhole} onWhole={onWhole} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
            <CallBody call={call.data} displayFields={item.displayFields} isWhole={isWhole} />
          </div>
        </>
      ) : (
        <NoCall call={call} />
      )}
    </section>
  );
}

function NoCall({
  call,
}: {
  call: {
    data: Call | null | undefined;
    error: Error | null;
    refetch: () => unknown;
    isFetching: boolean;
    isPaused: boolean;
  };
}) {
  if (call.data === null)
    return (
      <EmptyState title="This call was deleted">
        There is nothing left to judge. Skip the item to go on.
      </EmptyState>
    );
  if (call.error)
    return (
      <ErrorState
        title="The call could not be loaded"
        detail={explainError(call.error)}
        onRetry={() => void call.refetch()}
        pending={call.isFetching}
      />
    );
  if (call.isPaused)
    return (
      <EmptyState title="You are offline">
        This call is not loaded yet. It appears here as soon as there is a connection; your answers are kept.
      </EmptyState>
    );
  return (
    <div className="p-6">
      <SkeletonLines label="Loading the call" lines={8} />
    </div>
  );
}

type CallBarProps = { call: Call; isWhole: boolean; onWhole: (isWhole: boolean) => void };

function CallBar({ call, isWhole, onWhole }: CallBarProps) {
  const { entity, project } = useProject();
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-3 border-line border-b px-4 text-muted text-xs">
      <h2 className="min-w-0 truncate font-mono font-normal text-xs" title={call.opName}>
        {call.displayName || call.opName}
      </h2>
      <Time value={call.startedAt} className="shrink-0 text-faint max-sm:hidden" />
      <span className="ml-auto flex shrink-0 items-center gap-1">
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={isWhole}
          onClick={() => onWhole(!isWhole)}
          className="aria-pressed:bg-pressed aria-pressed:text-ink"
        >
          Whole call
        </Button>
        <Link
          href={projectHref({ entity, project }, "calls", call.id)}
          target="_blank"
          aria-label="Open the call in a new tab"
          className={`${buttonClass("ghost", "sm")} px-1.5!`}
        >
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </Link>
      </span>
    </div>
  );
}

type CallBodyProps = { call: Call; displayFields: readonly string[]; isWhole: boolean };

function CallBody({ call, displayFields, isWhole }: CallBodyProps) {
  const isPart = displayFields.length > 0 && !isWhole;
  return (
    <>
      <div className="mx-auto max-w-3xl px-6 py-5 max-sm:px-4">
        {isPart ? (
          <ShownFields call={call} paths={displayFields} />
        ) : (
          <Conversation inputs={call.inputs} output={call.output} exception={call.exception} />
        )}
      </div>
      {isWhole ? (
        <section
          aria-label="Recorded data"
          className="mx-auto max-w-3xl border-line border-t px-2 max-sm:px-0"
        >
          <CallData call={call} />
        </section>
      ) : null}
    </>
  );
}
