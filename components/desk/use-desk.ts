"use client";

import { useMemo, useReducer, useState } from "react";
import { useMe } from "#components/account/session-gate.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import type { AnnotationField } from "#components/queues/annotation-field.ts";
import { type Obstacle, type Seat, skipItem, submitItem, undoLast } from "./desk-acts.ts";
import { type DeskItem, deskAfter, hasUnsent, NEW_DESK, neighbourOf, stateOf } from "./desk-state.ts";
import { type Draft, problemsOf } from "./draft.ts";
import { useDeskItems } from "./use-desk-items.ts";
import { useDraft } from "./use-draft.ts";
import { useLeaveWarning, useOutbox } from "./use-outbox.ts";
import { useOpening, useSend } from "./use-send.ts";

export type Desk = ReturnType<typeof useDesk>;

/** One annotator at one queue: what is shown, what may be done, and what is on its way. */
export function useDesk(queueId: string, fields: readonly AnnotationField[]) {
  const me = useMe();
  const place = useDeskPlace(queueId, me.userId);
  const [state, dispatch] = useReducer(deskAfter, NEW_DESK);
  const [outbox, sending] = useOutbox();
  const lane = useDeskItems(place, state, sending.waiting > 0);
  const { current } = lane;
  const { draft, error: draftError, retry: retryDraft } = useDraft(place, { item: current, fields, state });
  const send = useSend(place, { outbox, dispatch });
  const own = current ? stateOf(state, current) : null;
  useOpening(current, { isUnstarted: own === "unstarted", dispatch, send });
  useLeaveWarning(sending.waiting > 0 || hasUnsent(state));
  const isGone = current !== null && current.id in state.gone;
  const next = lane.ahead.find(({ id }) => id !== current?.id) ?? null;
  const creator = me.name || me.email;
  const seat: Seat = {
    place,
    creator,
    fields,
    state,
    current,
    next,
    draft,
    own,
    isGone,
    dispatch,
    outbox,
    send,
  };
  return {
    ...lane,
    state,
    fields,
    draft,
    draftError,
    retryDraft,
    own,
    isGone,
    sending,
    notice: current ? (state.notices[current.id] ?? null) : null,
    edit: (changed: Draft) => {
      if (current) dispatch({ type: "edited", itemId: current.id, draft: changed });
    },
    ...useTrying(seat),
    ...waysFrom(seat, lane.items),
  };
}

function useDeskPlace(queueId: string, userId: string) {
  const { projectId } = useProject();
  return useMemo(() => ({ projectId, queueId, userId }), [projectId, queueId, userId]);
}

/** Before the annotator has tried to send, what is not finished is not wrong. */
function useTrying(seat: Seat) {
  const { current, draft, fields } = seat;
  const [tried, setTried] = useState<{ itemId: string; obstacle: Obstacle } | null>(null);
  const isTried = tried !== null && tried.itemId === current?.id;
  const problems = useMemo(
    () => (isTried && draft ? problemsOf(draft, fields) : null),
    [isTried, draft, fields],
  );
  return {
    problems,
    isEmptyTried: isTried && tried.obstacle.kind === "nothing",
    submit: (): Obstacle | null => {
      const obstacle = submitItem(seat);
      setTried(obstacle && current ? { itemId: current.id, obstacle } : null);
      return obstacle;
    },
  };
}

/** Where one can go from here; null where the way is closed. */
function waysFrom(seat: Seat, items: readonly DeskItem[]) {
  const { state, current, draft, own, isGone, next, dispatch } = seat;
  const to = (item: DeskItem | null) => (item ? () => dispatch({ type: "opened", item }) : null);
  const neighbour = (step: -1 | 1) => (current ? neighbourOf(state, items, { here: current, step }) : null);
  const isReady = current !== null && draft !== null && !isGone;
  return {
    canSubmit: isReady,
    skip: isReady && own !== "completed" ? () => skipItem(seat) : null,
    undo: state.undo.length > 0 ? () => undoLast(seat) : null,
    back: to(current ? neighbour(-1) : state.last),
    forward: to(neighbour(1)),
    /** To the start of the queue, once nothing is left to do. */
    review: current ? null : to(items[0] ?? null),
    /** On to what is to do next, leaving this item as it is. */
    passOver: to(next),
  };
}
