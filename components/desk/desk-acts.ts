import { callRef } from "#components/feedback/feedback-queries.ts";
import type { AnnotationField } from "#components/queues/annotation-field.ts";
import type { AnnotationState } from "#lib/contract/queues.ts";
import type { Sending } from "./desk-queries.ts";
import { type DeskEvent, type DeskItem, type DeskState, takenBack } from "./desk-state.ts";
import { asStored, type Draft, feedbackOf, hasProblems, idsOf, problemsOf } from "./draft.ts";
import type { DraftPlace } from "./draft-store.ts";
import type { Outbox } from "./outbox.ts";

/** Who sits at the desk, and what lies on it. */
export type Seat = {
  place: DraftPlace;
  /** The annotator's name, as it stands beside what they say. */
  creator: string;
  fields: readonly AnnotationField[];
  state: DeskState;
  current: DeskItem | null;
  /** What is shown once the current item is left. */
  next: DeskItem | null;
  /** Null while it loads. */
  draft: Draft | null;
  own: AnnotationState | null;
  isGone: boolean;
  dispatch: (event: DeskEvent) => void;
  outbox: Outbox;
  send: Send;
};

export type Send = (sending: Sending, more: { carriesAnswers: boolean; onDone?: () => void }) => void;

/** What has to be put right before an item can be sent: a field, the note, or that nothing was answered. */
export type Obstacle = { kind: "field"; ref: string } | { kind: "note" } | { kind: "nothing" };

export function submitItem(seat: Seat): Obstacle | null {
  const { current, draft, fields, place } = seat;
  if (!current || !draft || seat.isGone) return null;
  const obstacle = obstacleOf(draft, fields);
  if (obstacle) return obstacle;
  const about = {
    projectId: place.projectId,
    queueId: place.queueId,
    weaveRef: callRef(place.projectId, current.callId),
    creator: seat.creator,
  };
  const sent = { ...draft, isAttempted: true, isDirty: true };
  leave(
    seat,
    {
      item: current,
      state: "completed",
      feedback: feedbackOf(draft, fields, about),
      replaced: draft.replaced,
    },
    { sent, kept: asStored(sent) },
  );
  return null;
}

function obstacleOf(draft: Draft, fields: readonly AnnotationField[]): Obstacle | null {
  const problems = problemsOf(draft, fields);
  const field = fields.find(({ ref }) => ref in problems.fields);
  if (field) return { kind: "field", ref: field.ref };
  if (hasProblems(problems)) return { kind: "note" };
  return fields.length > 0 && idsOf(draft).length === 0 ? { kind: "nothing" } : null;
}

/** What is skipped has no answers: those that the server has go, and the draft stays in the browser. */
export function skipItem(seat: Seat): void {
  const { current, draft, own } = seat;
  if (!current || !draft || own === "completed" || seat.isGone) return;
  const sent = takenBack(draft);
  leave(
    seat,
    { item: current, state: "skipped", feedback: [], replaced: sent.replaced },
    { sent, kept: { ...sent, replaced: [] } },
  );
}

type Left = Sending & { state: "completed" | "skipped" };

/** The next item shows at once; the server hears of it in the background. */
function leave(seat: Seat, sending: Left, { sent, kept }: { sent: Draft; kept: Draft }): void {
  const { item, state } = sending;
  seat.dispatch({ type: "left", item, state, draft: sent, next: seat.next });
  const onDone = () => seat.dispatch({ type: "stored", itemId: item.id, sent, kept });
  seat.send(sending, { carriesAnswers: true, onDone });
}

/** The last item that was left comes back with its answers, and what the server has of them goes. */
export function undoLast({ state, outbox, dispatch, send }: Seat): void {
  const last = state.undo.at(-1);
  if (!last) return;
  const { item, draft } = last;
  outbox.cancel(item.id);
  dispatch({ type: "undone" });
  const replaced = takenBack(draft) === draft ? [] : takenBack(draft).replaced;
  send({ item, state: "unstarted", feedback: [], replaced }, { carriesAnswers: false });
}
