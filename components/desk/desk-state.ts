import type { AnnotationState, QueueItem } from "#lib/contract/queues.ts";
import { type Draft, mayBeStored, reissued } from "./draft.ts";

/** What the desk needs to know of an item. */
export type DeskItem = Pick<
  QueueItem,
  "id" | "callId" | "displayFields" | "myAnnotationState" | "positionInQueue"
>;

/** How the annotator's own state of an item changed at this desk, before the server may have heard of it. */
type Mark = { state: AnnotationState; was: AnnotationState };

/** What was left, as it was sent. */
export type Undo = { item: DeskItem; draft: Draft };

export type DeskState = {
  /** Null means: whatever is to do next after `last`. */
  current: DeskItem | null;
  last: DeskItem | null;
  marks: { readonly [itemId: string]: Mark };
  drafts: { readonly [itemId: string]: Draft };
  /** Why an item came back. */
  notices: { readonly [itemId: string]: string };
  /** Items that are no longer in the queue. */
  gone: { readonly [itemId: string]: true };
  /** What can be taken back, the latest last. */
  undo: readonly Undo[];
};

export const DEEPEST_UNDO = 10;

export const NEW_DESK: DeskState = {
  current: null,
  last: null,
  marks: {},
  drafts: {},
  notices: {},
  gone: {},
  undo: [],
};

export type DeskEvent =
  | { type: "opened"; item: DeskItem }
  | { type: "edited"; itemId: string; draft: Draft }
  /** Submitted or skipped. */
  | {
      type: "left";
      item: DeskItem;
      state: "completed" | "skipped";
      draft: Draft;
      next: DeskItem | null;
    }
  /** The server has what was sent; `kept` is the draft as it stands now that it is stored. */
  | { type: "stored"; itemId: string; sent: Draft; kept: Draft }
  | { type: "cameBack"; item: DeskItem; reason: string }
  | { type: "undone" }
  | { type: "vanished"; item: DeskItem; reason: string };

/** What happens at a desk, one event after the other. */
export function deskAfter(state: DeskState, event: DeskEvent): DeskState {
  switch (event.type) {
    case "opened":
      return opened(state, event.item);
    case "edited":
      return { ...state, drafts: { ...state.drafts, [event.itemId]: event.draft } };
    case "left":
      return left(state, event);
    case "stored":
      // What was changed since it was sent is not what is stored.
      if (state.drafts[event.itemId] !== event.sent) return state;
      return { ...state, drafts: { ...state.drafts, [event.itemId]: event.kept } };
    case "cameBack":
      return cameBack(state, event.item, event.reason);
    case "undone":
      return undone(state);
    case "vanished":
      return vanished(state, event.item, event.reason);
  }
}

function opened(state: DeskState, item: DeskItem): DeskState {
  const isNew = stateOf(state, item) === "unstarted";
  if (!isNew && state.current?.id === item.id) return state;
  return {
    ...state,
    current: item,
    last: item,
    marks: isNew ? marked(state, item, "in_progress") : state.marks,
  };
}

type Leaving = Extract<DeskEvent, { type: "left" }>;

function left(state: DeskState, { item, state: to, draft, next }: Leaving): DeskState {
  const others = state.undo.filter((one) => one.item.id !== item.id);
  return {
    ...state,
    current: next,
    last: item,
    marks: marked(state, item, to),
    drafts: { ...state.drafts, [item.id]: draft },
    notices: without(state.notices, item.id),
    undo: [...others, { item, draft }].slice(-DEEPEST_UNDO),
  };
}

/** The item is shown again at once, with its answers. */
function cameBack(state: DeskState, item: DeskItem, reason: string): DeskState {
  return {
    ...state,
    current: item,
    last: item,
    marks: marked(state, item, "in_progress"),
    notices: { ...state.notices, [item.id]: reason },
    undo: state.undo.filter((one) => one.item.id !== item.id),
  };
}

/** Shown only where it is open, or where answers of it were on their way. */
function vanished(state: DeskState, item: DeskItem, reason: string): DeskState {
  const gone = { ...state.gone, [item.id]: true as const };
  const hadAnswers = state.undo.some((one) => one.item.id === item.id);
  const isShown = hadAnswers || state.current?.id === item.id;
  return { ...(isShown ? cameBack(state, item, reason) : state), gone };
}

function undone(state: DeskState): DeskState {
  const last = state.undo.at(-1);
  if (!last) return state;
  const { item, draft } = last;
  return {
    ...state,
    current: item,
    last: item,
    marks: marked(state, item, "unstarted"),
    drafts: { ...state.drafts, [item.id]: takenBack(draft) },
    notices: without(state.notices, item.id),
    undo: state.undo.slice(0, -1),
  };
}

/** Answers that the server may have come back under ids of their own; others never left. */
export function takenBack(draft: Draft): Draft {
  return mayBeStored(draft) ? reissued(draft) : draft;
}

function marked(state: DeskState, item: DeskItem, to: AnnotationState): DeskState["marks"] {
  const was = state.marks[item.id]?.was ?? item.myAnnotationState;
  return { ...state.marks, [item.id]: { state: to, was } };
}

function without<V>(record: { readonly [key: string]: V }, key: string): { [key: string]: V } {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}

/** The annotator's own state of an item, as it stands at this desk. */
export function stateOf(state: DeskState, item: DeskItem): AnnotationState {
  return state.marks[item.id]?.state ?? item.myAnnotationState;
}

function isDone(state: AnnotationState): boolean {
  return state === "completed" || state === "skipped";
}

/** How many more items are done than when the desk was opened. */
export function doneSince({ marks }: DeskState): number {
  return Object.values(marks).reduce(
    (sum, mark) => sum + Number(isDone(mark.state)) - Number(isDone(mark.was)),
    0,
  );
}

/** Whether there are answers that were meant to be sent and are only here. */
export function hasUnsent({ drafts, marks, gone }: DeskState): boolean {
  return Object.entries(drafts).some(
    ([itemId, draft]) => draft.isDirty && marks[itemId]?.state !== "skipped" && !gone[itemId],
  );
}

/** Several answers about the items of a queue as one list, in the queue's order; what came last is the newest. */
export function itemsInOrder(lists: readonly (readonly DeskItem[])[]): DeskItem[] {
  const byId = new Map(lists.flat().map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf(item: DeskItem): number {
  return item.positionInQueue ?? Number.POSITIVE_INFINITY;
}

/** What the annotator has still to do after an item, in the queue's order and then from its start. */
export function openAfter(state: DeskState, items: readonly DeskItem[], here: DeskItem | null): DeskItem[] {
  const open = items.filter(
    (item) => item.id !== here?.id && !isDone(stateOf(state, item)) && !state.gone[item.id],
  );
  const place = here ? placeOf(here) : 0;
  return [...open.filter((item) => placeOf(item) > place), ...open.filter((item) => placeOf(item) <= place)];
}

/** The item before (-1) or after (1) another one in the queue, whatever its state; null where it is unknown or there is none. */
export function neighbourOf(
  state: DeskState,
  items: readonly DeskItem[],
  { here, step }: { here: DeskItem; step: -1 | 1 },
): DeskItem | null {
  const at = items.findIndex((item) => item.id === here.id);
  if (at < 0) return null;
  let place = placeOf(here);
  for (let i = at + step; i >= 0 && i < items.length; i += step) {
    const item = items[i];
    // A gap in the positions means that the items between are not loaded yet.
    if (!item || Math.abs(placeOf(item) - place) > 1) return null;
    if (!state.gone[item.id]) return item;
    place = placeOf(item);
  }
  return null;
}
