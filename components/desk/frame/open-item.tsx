"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useCallback, useState } from "react";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { DeskForm } from "#components/desk/form/desk-form.tsx";
import { FieldsNotice } from "#components/desk/form/fields-notice.tsx";
import { keyOf } from "#components/desk/parts/key-map.ts";
import { sheetNameOf } from "#components/desk/parts/use-panes.ts";
import { GuidelinesNotice } from "#components/desk/room/guidelines-notice.tsx";
import type { Desk } from "#components/desk/room/use-desk.ts";
import type { DeskRoom } from "#components/desk/room/use-desk-room.ts";
import { type Held, isDone } from "#components/desk/state/desk-state.ts";
import { type Draft, setAnswer } from "#components/desk/state/draft.ts";
import { askedFields } from "#components/desk/state/field-conditions.ts";
import { NOTHING_SAID } from "#components/desk/state/leaving.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { MarkingArea } from "#components/queues/passages/marking.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { ErrorState } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { DeskActions } from "./desk-actions.tsx";
import { DeskMiddle } from "./desk-middle.tsx";
import { DeskNotices } from "./desk-notices.tsx";
import { DeskPanel } from "./desk-panel.tsx";

const StaleDialog = late(() => import("./stale-dialog.tsx").then((file) => file.StaleDialog), {
  when: "idle",
});

const DeskYields = late(
  () => import("#components/desk/yields/desk-yields.tsx").then((file) => file.DeskYields),
  {
    when: "idle",
  },
);

type ItemProps = { queue: Queue; desk: Desk; held: Held; room: DeskRoom };
/** `foot` stands below what is judged, from one item to the next. */
type OpenItemProps = ItemProps & { foot: ReactNode };

/** An item with what is asked about it: here what the desk knows is parted among those that show it. */
export function OpenItem({ queue, desk, held, room, foot }: OpenItemProps) {
  const { panes, whole, guidelines, fieldNews, form } = room;
  const { draft, fields, place, acts } = desk;
  const { item } = held;
  const { keyBindings } = useMe();
  const call = useQuery(callQuery(place.projectId, item.callId));
  const { edit } = acts;
  const onDraft = useCallback((said: Draft) => edit(item.id, said), [edit, item.id]);
  // The buttons of the notice leave with it, so the focus goes back to where single keys work.
  const onRead = () => requestAnimationFrame(() => form.current?.takeFocus());
  return (
    <MarkingArea
      about={item.id}
      fields={askedFields(fields, queue.fieldRules, draft)}
      textOf={(ref) => draft?.answers[ref]?.text ?? ""}
      onText={(ref, text) => draft && onDraft(setAnswer(draft, ref, text))}
      call={call.data}
      caretKey={keyOf("passages", keyBindings)}
      show={(span) => room.call.current?.showPassage(span)}
    >
      <div className={clsx("group/middle flex min-w-0 flex-1 flex-col", !panes.isPhone && "min-h-0")}>
        <DeskMiddle
          key={item.id}
          queue={queue}
          item={item}
          userId={place.userId}
          verdict={{
            preference: draft?.preference ?? null,
            canLeave: desk.canLeave,
            isScrollLinked: desk.isScrollLinked,
            acts,
          }}
          isWhole={whole.isWhole}
          onWhole={whole.setWhole}
          onSwipe={panes.isPhone ? room.swipe : null}
          ref={room.call}
        />
        {foot}
      </div>
      <DeskPanel
        panes={panes}
        sheetName={sheetNameOf(queue.kind, fields)}
        notice={
          <>
            <FieldsNotice news={fieldNews} onRead={onRead} />
            <GuidelinesNotice guidelines={guidelines} text={queue.description} onRead={onRead} />
          </>
        }
        actions={(flip) => (
          <DeskActions
            canLeave={desk.canLeave}
            isSkippable={desk.canLeave && desk.own !== "completed"}
            skipReasons={queue.skipReasons}
            isReasonNeeded={queue.requiresSkipReason}
            isSkipOpen={room.isSkipOpen}
            ways={desk.ways}
            acts={room.acts}
            flip={flip}
          />
        )}
      >
        <Questions queue={queue} desk={desk} held={held} room={room} call={call.data} onDraft={onDraft} />
        <DeskYields {...{ place, queue, fields, item, draft }} {...room.yields} />
      </DeskPanel>
    </MarkingArea>
  );
}

type QuestionsProps = ItemProps & {
  call: Parameters<typeof DeskForm>[0]["call"];
  onDraft: (draft: Draft) => void;
};

function Questions({ queue, desk, held, room, call, onDraft }: QuestionsProps) {
  const { choice } = room;
  const { place, fields, draft, trouble, problems, acts } = desk;
  const asked = useAskedFields(queue, desk, held);
  if (desk.draftError)
    return (
      <ErrorState
        title="Your earlier answers could not be loaded"
        detail={explainError(desk.draftError)}
        onRetry={acts.retryDraft}
      />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DeskNotices
        held={held}
        fields={fields}
        missedKey={desk.missedKey}
        isUnsuggested={desk.isUnsuggested}
        isAgain={room.backAt === held.item.id}
        trouble={trouble}
        problem={problems?.[NOTHING_SAID]}
        isChoiceAsked={choice.isAsked}
        acts={{ ...acts, choose: choice.open }}
      />
      {choice.isOpen ? (
        <StaleDialog {...{ place, fields, held, draft }} onChosen={acts.rebase} onClose={choice.putOff} />
      ) : null}
      {draft ? (
        <DeskForm
          key={held.item.id}
          queue={queue}
          fields={asked.fields}
          fieldsAfter={asked.after}
          kept={asked.kept}
          onOpenKept={asked.open}
          item={held.item}
          call={call}
          suggestions={
            desk.own !== null && isDone(desk.own)
              ? NOTHING_SUGGESTED
              : (held.suggestions ?? NOTHING_SUGGESTED)
          }
          draft={draft}
          onDraft={onDraft}
          problems={problems ?? (trouble?.kind === "refused" ? trouble.problems : null)}
          hasGuidelines={room.guidelines.isOpen}
          ref={room.form}
        />
      ) : (
        <div className="flex-1 p-4">
          <SkeletonLines label="Loading your answers" lines={5} />
        </div>
      )}
    </div>
  );
}

const NOTHING_SUGGESTED = [] as const;

/** What is asked of the item: where some of it is asked again, that alone, until the annotator opens the rest. */
function useAskedFields(queue: Queue, { fields: all, draft, problems }: Desk, { item, own }: Held) {
  const [opened, setOpened] = useState<string | null>(null);
  const split = (said: Draft | null) => {
    const fields = askedFields(all, queue.fieldRules, said);
    const { again = [], rest = [] } = Object.groupBy(fields, ({ ref }) =>
      own.askedAgain.includes(ref) ? "again" : "rest",
    );
    const isFaulty = rest.some(({ ref }) => problems?.[ref] !== undefined);
    const isAll = again.length === 0 || opened === item.id || isFaulty || said === null;
    return isAll ? { fields, kept: [] } : { fields: again, kept: rest };
  };
  return { ...split(draft), after: (said: Draft) => split(said).fields, open: () => setOpened(item.id) };
}
