import type { AnswerSuggestion, OwnWork, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import type { DeskItem, Problems } from "./desk-handles.ts";
import type { Draft } from "./draft.ts";

/** An item on the desk, with the annotator's own acts as the server reported them last. */
export type Held = {
  item: DeskItem;
  own: OwnWork;
  /** When the reservation ends without a heartbeat, in ms since 1970; null for what is only looked at. */
  expiresAtMs: number | null;
  /** What is suggested, as it came with the reservation; null where the reply does not say. */
  suggestions: readonly AnswerSuggestion[] | null;
};

/** A message to the server about an item. It does not change after the first try, so that repeats are one act. */
export type Act = {
  /** Sent as `Idempotency-Key`. Acts are sent in the order of `seq`. */
  key: string;
  seq: number;
  held: Held;
  state: "completed" | "skipped" | "in_progress";
  revision: number;
  /** What the form said, and how it stands once the server has it. */
  sent: Draft;
  kept: Draft;
  feedback: FeedbackItem[];
  replaced: string[];
  /** The fields beside which a suggestion was in sight; null where that is not known. */
  suggestedRefs: string[] | null;
  skipReason: string | null;
  activeMs: number;
  isTried: boolean;
};

/** What is in the way of an item, and why. */
export type Trouble =
  /** The server refused the answer; `problems` says where, as far as that is known. */
  | { kind: "refused"; reason: string; problems: Problems }
  /** A newer answer of the same annotator stands. */
  | { kind: "stale"; reason: string }
  /** The reservation ran out, and others took the item. */
  | { kind: "lost"; reason: string }
  /** The item or its queue was deleted. */
  | { kind: "gone"; reason: string };

/**
 * How the reservation of an item stands; `held` says until when it lasts. What is answered keeps its place until the answer has
 * arrived. `extending` while a heartbeat is on its way, `lost` where it ran out and others may have the item.
 */
export type Lease = "held" | "extending" | "lost" | "released";

/** What is left in a queue, as the server reports if it has less than was asked for. */
export type Left = NonNullable<ReplyOf<typeof reserveItems>["left"]>;

/** A question for more items, and how the desk stood when it was asked. */
export type Asking = {
  count: number;
  /** The very item that is shown: the service has not been asked about it since the page is there. */
  itemId: string | null;
  lane: readonly string[];
  /** Nothing was on the desk or on its way. */
  wasEmpty: boolean;
};

/** What the service has for this desk. */
export type SupplyState = {
  /** The question that is on its way. */
  asking: Asking | null;
  /** What came of the latest one that was answered; `isShort` where there was less than was asked for. */
  answer: { left: Left | null; isShort: boolean; wasEmpty: boolean } | null;
  /** Why the latest one was not. */
  error: unknown;
  /** There may be more since then, and it was not asked for, as nobody was at the empty desk. */
  isPutOff: boolean;
};

export const NEW_SUPPLY: SupplyState = { asking: null, answer: null, error: null, isPutOff: false };

/** What was left, and the draft as it was before. */
export type Undo = { itemId: string; key: string; draft: Draft };

/** All that this desk knows of one item. */
export type DeskRecord = {
  /** Null where only a draft of it was kept, and the service has not mentioned it since. */
  held: Held | null;
  /** The annotator's own state, as it changed at this desk before the server may have heard of it; null while it has not. */
  mark: AnnotationState | null;
  /** What was said; null while that is what the server has. */
  draft: Draft | null;
  /** The revision that the form goes by: the server's, and one for each act that is on its way. Null before either is known. */
  base: number | null;
  trouble: Trouble | null;
  /** Null where it was never reserved here, or needs no reservation any more. */
  lease: Lease | null;
};

const NOTHING_KNOWN: DeskRecord = {
  held: null,
  mark: null,
  draft: null,
  base: null,
  trouble: null,
  lease: null,
};

export type DeskRecords = { readonly [itemId: string]: DeskRecord };

export type DeskState = {
  items: DeskRecords;
  /** What is reserved and still to do, in the order in which it should be done. */
  lane: readonly string[];
  current: string | null;
  supply: SupplyState;
  /** During a break nothing is reserved. */
  isPaused: boolean;
  /** What was shown, in that order, for walking back. */
  trail: readonly string[];
  /** A list that is walked in place of the lane, such as what was done. */
  route: readonly string[] | null;
  /** How many more items are done through what was done at this desk. What a lead asks again was done all the same. */
  finished: number;
  /** As `finished`, of skips alone. */
  skips: number;
  /** What the server has not confirmed yet, in order. */
  acts: readonly Act[];
  /** What can be taken back, the latest last. */
  undo: readonly Undo[];
  /** What was pressed while there was no item yet. It is no answer to the one that comes, which the annotator had not seen. */
  missedKey: string | null;
  /** The item of which suggestions were to be accepted that has none. */
  unsuggested: string | null;
  /** The queue's guidelines as the annotator read them last; null before there was a desk to read them at. */
  readGuidelines: string | null;
};

/** So many items are left beyond those of which the service said so when it was asked last, and wait for somebody to continue. */
export function comeSince({ current, supply }: DeskState, leftForMe: number): number {
  const { answer, isPutOff } = supply;
  if (current !== null || !isPutOff || !answer?.left) return 0;
  return Math.max(0, leftForMe - answer.left.forMe);
}

export const DEEPEST_UNDO = 10;
export const MAX_TRAIL = 200;

export const NEW_DESK: DeskState = {
  items: {},
  lane: [],
  current: null,
  supply: NEW_SUPPLY,
  isPaused: false,
  trail: [],
  route: null,
  finished: 0,
  skips: 0,
  acts: [],
  undo: [],
  missedKey: null,
  unsuggested: null,
  readGuidelines: null,
};

export function recordOf({ items }: Pick<DeskState, "items">, itemId: string): DeskRecord {
  return items[itemId] ?? NOTHING_KNOWN;
}

/** With what changed of one item. */
export function withRecord(state: DeskState, itemId: string, change: Partial<DeskRecord>): DeskState {
  return { ...state, items: { ...state.items, [itemId]: { ...recordOf(state, itemId), ...change } } };
}

export function heldOf(state: DeskState, itemId: string): Held | null {
  return recordOf(state, itemId).held;
}

/** Whether an item and its form are on the screen: none is during a break, and what was deleted shows as a card. */
export function hasItemOpen(desk: {
  held: Held | null;
  isPaused: boolean;
  trouble: Trouble | null;
}): boolean {
  return desk.held !== null && !desk.isPaused && desk.trouble?.kind !== "gone";
}

export function currentOf(state: DeskState): Held | null {
  return state.current === null ? null : heldOf(state, state.current);
}

/** The annotator's own state of an item, as it stands at this desk. */
export function stateOf(state: DeskState, item: DeskItem): AnnotationState {
  return recordOf(state, item.id).mark ?? item.myAnnotationState;
}

export function isDone(state: AnnotationState): boolean {
  return state === "completed" || state === "skipped";
}

type Finished = Pick<DeskState, "finished" | "skips">;

/** What the server counted, and how much of what was finished here was in it. */
export type Counted = { doneByMe: number; skippedByMe: number; leftForMe: number; seen: Finished };

/** The annotator's own counts, as of now: what was answered or skipped here since the server counted is no longer left. */
export function ownCounts({ finished, skips }: Finished, counted: Counted): OwnCounts {
  const { seen, doneByMe, skippedByMe, leftForMe } = counted;
  const since = finished - seen.finished;
  const skipsSince = skips - seen.skips;
  return {
    done: Math.max(0, doneByMe + since - skipsSince),
    skipped: Math.max(0, skippedByMe + skipsSince),
    left: Math.max(0, leftForMe - since),
  };
}

/** Of three kinds that do not overlap: a skip is no answer. */
export type OwnCounts = { done: number; skipped: number; left: number };

/** What was in the server's counts that came just now: what is on its way was not counted yet. */
export function seenByServer(state: DeskState): Finished {
  const skipping = state.acts.filter((act) => act.state === "skipped");
  return { finished: state.finished - waitingIn(state), skips: state.skips - skipping.length };
}

/** Acts that carry answers or skips; taking back is not waited for. */
export function waitingIn({ acts }: Pick<DeskState, "acts">): number {
  return acts.filter(({ state }) => state !== "in_progress").length;
}

/** Whether an item is gone, because somebody removed it or its run has ended: nothing that is said of it counts any more. */
export function isMoot(trouble: Trouble | null): boolean {
  return trouble?.kind === "gone";
}

/** Whether a draft holds something that has not been sent yet. */
export function hasOpenDraft(state: DeskState, itemId: string): boolean {
  const isOnItsWay = state.acts.some((act) => act.held.item.id === itemId && act.state !== "in_progress");
  return recordOf(state, itemId).draft?.isDirty === true && !isOnItsWay;
}

/** What comes after an item that is left: further along the walked list, else the next of the lane, else its first. */
export function nextOf(state: DeskState, leavingId: string | null): string | null {
  const onRoute = state.route && leavingId !== null ? after(state.route, leavingId) : undefined;
  if (onRoute !== undefined) return onRoute;
  const open = state.lane.filter((id) => id !== leavingId && !isClosed(state, id));
  const at = leavingId === null ? -1 : state.lane.indexOf(leavingId);
  return open.find((id) => state.lane.indexOf(id) > at) ?? open[0] ?? null;
}

function after(list: readonly string[], id: string): string | undefined {
  const at = list.indexOf(id);
  return at < 0 ? undefined : list[at + 1];
}

function isClosed(state: DeskState, id: string): boolean {
  const kind = recordOf(state, id).trouble?.kind;
  return kind === "gone" || kind === "lost";
}

/** The item before (-1) or after (1) the current one, whatever became of it: along the walked list, else as they were shown and then on. */
export function neighbourOf(state: DeskState, step: -1 | 1): string | null {
  const { current, trail, lane, route } = state;
  const shown = new Set(trail);
  const walk = route ?? [...trail, ...lane.filter((id) => !shown.has(id))];
  const at = current === null ? walk.length : walk.indexOf(current);
  const near = walk[at + step];
  return near !== undefined && heldOf(state, near) ? near : null;
}

/** How many items the lane should hold: one to work on and `ahead` others. Looking further ahead reserves nothing. */
export function wantedInLane(state: DeskState, ahead: number): number {
  return state.lane.filter((id) => isClosed(state, id)).length + 1 + ahead;
}

const MIN_AHEAD = 2;

/** How far ahead an annotator may reserve: of what is left, nobody holds more than a share that leaves the others as much again. */
export function depthOf(wished: number, { left, people }: { left: number | null; people: number }): number {
  const share = left === null ? 0 : Math.floor(left / (2 * Math.max(2, people)));
  return Math.max(Math.min(MIN_AHEAD, wished), Math.min(wished, share));
}
