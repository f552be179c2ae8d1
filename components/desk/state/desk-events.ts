import { replaceEqualDeep } from "@tanstack/react-query";
import type { OwnWork } from "#lib/contract/annotation/queue-work.ts";
import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import type { DeskItem } from "./desk-handles.ts";
import {
  type Act,
  DEEPEST_UNDO,
  type DeskState,
  type Held,
  isDone,
  MAX_TRAIL,
  nextOf,
  stateOf,
  type Trouble,
} from "./desk-state.ts";
import type { Draft } from "./draft.ts";

export type DeskEvent =
  /** All that the server says is reserved; `asked` is what the lane held when it was asked. */
  | { type: "reserved"; held: readonly Held[]; asked: readonly string[] }
  /** Reservations that are gone. What became of the shown item is found out and told as its trouble. */
  | { type: "lost"; itemIds: readonly string[] }
  | { type: "released" }
  /** Shown on purpose: `route` is the list it was chosen from, null for what is to do. */
  | { type: "opened"; held: Held; route: readonly string[] | null }
  | { type: "walked"; itemId: string | null }
  | { type: "edited"; itemId: string; draft: Draft }
  /** Submitted or skipped. */
  | { type: "left"; act: Act; before: Draft }
  /** The last one is taken back; `act` tells the server where it may have heard of it. */
  | { type: "undone"; draft: Draft; act: Act | null }
  | { type: "tried"; key: string }
  | { type: "stored"; key: string; item: DeskItem; own: OwnWork }
  | { type: "refused"; key: string; trouble: Trouble }
  | { type: "troubled"; itemId: string; trouble: Trouble | null }
  /** A newer answer of the annotator's is taken for what the form goes by. */
  | { type: "rebased"; held: Held; draft: Draft }
  | { type: "guidelinesRead"; text: string };

/** What happens at a desk, one event after the other. */
export function deskAfter(state: DeskState, event: DeskEvent): DeskState {
  switch (event.type) {
    case "reserved":
      return reserved(state, event.held, event.asked);
    case "lost":
      return lost(state, event.itemIds);
    case "released":
      return { ...state, lane: [], current: state.lane.includes(state.current ?? "") ? null : state.current };
    case "opened":
      return shown(known({ ...state, route: event.route }, event.held), event.held.item.id);
    case "walked":
      return event.itemId === null ? { ...state, current: null, route: null } : shown(state, event.itemId);
    case "edited":
      return { ...state, drafts: { ...state.drafts, [event.itemId]: event.draft } };
    case "left":
      return left(state, event.act, event.before);
    case "undone":
      return undone(state, event.draft, event.act);
    case "tried":
      return {
        ...state,
        acts: state.acts.map((act) => (act.key === event.key ? { ...act, isTried: true } : act)),
      };
    case "stored":
      return stored(state, event);
    case "refused":
      return refused(state, event.key, event.trouble);
    case "troubled":
      return troubled(state, event.itemId, event.trouble);
    case "rebased":
      return rebased(state, event.held, event.draft);
    case "guidelinesRead":
      return { ...state, readGuidelines: event.text };
  }
}

function reserved(state: DeskState, held: readonly Held[], asked: readonly string[]): DeskState {
  const fresh = held.filter((one) => isToDo(state, one));
  const granted = new Set(fresh.map(({ item }) => item.id));
  const missing = state.lane.filter((id) => asked.includes(id) && !granted.has(id));
  // What was shown first stays in its place; what came while the question was on its way is kept as well.
  const before = state.lane.filter((id) => !missing.includes(id));
  const added = [...granted].filter((id) => !before.includes(id));
  const items = Object.fromEntries(fresh.map((one) => [one.item.id, keepingSame(state, one)]));
  const next: DeskState = {
    ...caughtUp(lost(state, missing), fresh),
    items: { ...state.items, ...items },
    marks: { ...state.marks, ...marksOf(state, fresh) },
    lane: [...before, ...added],
  };
  return next.current === null ? shown(next, nextOf(next, null)) : next;
}

/** What is known already stays the very object, so that nothing is read or drawn anew for a reply that says the same again. */
function keepingSame(state: DeskState, held: Held): Held {
  return replaceEqualDeep(state.items[held.item.id], held);
}

/** An answer that left after the server wrote its reply is not in that reply. */
function isToDo(state: DeskState, { item, own }: Held): boolean {
  if (state.acts.some((act) => act.held.item.id === item.id && act.state !== "in_progress")) return false;
  return own.revision >= (state.bases[item.id] ?? 0) || !isDone(stateOf(state, item));
}

/** While nothing is said here that the server does not know, the form goes by what the server says. */
function caughtUp(state: DeskState, held: readonly Held[]): DeskState {
  const free = held.filter(({ item: { id } }) => !(id in state.bases) || state.drafts[id]?.isDirty !== true);
  const outdated = new Set(
    free
      .filter(({ item: { id }, own }) => own.revision > (state.bases[id] ?? own.revision))
      .map(({ item }) => item.id),
  );
  return {
    ...state,
    bases: { ...state.bases, ...Object.fromEntries(free.map(({ item, own }) => [item.id, own.revision])) },
    drafts: Object.fromEntries(Object.entries(state.drafts).filter(([id]) => !outdated.has(id))),
  };
}

/** What is to do again, such as an item that was sent back, is not done any more. */
function marksOf(state: DeskState, held: readonly Held[]): DeskState["marks"] {
  const again = held.filter(({ item }) => isDone(stateOf(state, item)));
  return Object.fromEntries(again.map(({ item }) => [item.id, item.myAnnotationState]));
}

function lost(state: DeskState, itemIds: readonly string[]): DeskState {
  if (!state.lane.some((id) => itemIds.includes(id))) return state;
  return { ...state, lane: state.lane.filter((id) => !itemIds.includes(id)) };
}

function known(state: DeskState, held: Held): DeskState {
  const { id } = held.item;
  const isNew = held.expiresAtMs !== null && !state.lane.includes(id) && isToDo(state, held);
  return {
    ...caughtUp(state, [held]),
    items: { ...state.items, [id]: keepingSame(state, held) },
    lane: isNew ? [id, ...state.lane] : state.lane,
    troubles: held.expiresAtMs === null ? state.troubles : without(state.troubles, id, ["lost"]),
  };
}

function shown(state: DeskState, itemId: string | null): DeskState {
  if (itemId === null || !(itemId in state.items)) return { ...state, current: null };
  const trail = state.trail.includes(itemId) ? state.trail : [...state.trail, itemId].slice(-MAX_TRAIL);
  return { ...state, current: itemId, trail };
}

function left(state: DeskState, act: Act, before: Draft): DeskState {
  const { id } = act.held.item;
  const next = nextOf(state, id);
  const undo = [
    ...state.undo.filter(({ itemId }) => itemId !== id),
    { itemId: id, key: act.key, draft: before },
  ];
  const after: DeskState = {
    ...state,
    acts: [...state.acts, act],
    lane: state.lane.filter((one) => one !== id),
    ...marked(state, act.held.item, act.state),
    drafts: { ...state.drafts, [id]: act.sent },
    bases: { ...state.bases, [id]: act.revision + 1 },
    undo: undo.slice(-DEEPEST_UNDO),
    troubles: without(state.troubles, id),
  };
  return next === null ? { ...after, current: null, route: null } : shown(after, next);
}

function undone(state: DeskState, draft: Draft, act: Act | null): DeskState {
  const last = state.undo.at(-1);
  const held = last ? state.items[last.itemId] : undefined;
  if (!last || !held) return state;
  const { id } = held.item;
  const recalled = state.acts.find(({ key, isTried }) => key === last.key && !isTried);
  return shown(
    {
      ...state,
      acts: [...state.acts.filter((one) => one !== recalled), ...(act ? [act] : [])],
      lane: [id, ...state.lane.filter((one) => one !== id)],
      route: null,
      ...marked(state, held.item, "in_progress"),
      drafts: { ...state.drafts, [id]: draft },
      bases: { ...state.bases, [id]: act ? act.revision + 1 : (recalled?.revision ?? state.bases[id] ?? 0) },
      undo: state.undo.slice(0, -1),
      troubles: without(state.troubles, id),
    },
    id,
  );
}

function stored(state: DeskState, { key, item, own }: Extract<DeskEvent, { type: "stored" }>): DeskState {
  const act = state.acts.find((one) => one.key === key);
  if (!act) return state;
  const rest = state.acts.filter((one) => one !== act);
  const later = rest.filter((one) => one.held.item.id === item.id);
  // The server may count otherwise than was guessed; what has not been tried can still follow.
  const renumbered = rest.map((one) => {
    const place = later.indexOf(one);
    return place < 0 || one.isTried ? one : { ...one, revision: own.revision + place };
  });
  const isSame = state.drafts[item.id] === act.sent;
  const before = state.items[item.id];
  return {
    ...state,
    acts: renumbered,
    items: before
      ? { ...state.items, [item.id]: { ...before, item: { ...before.item, ...item }, own } }
      : state.items,
    bases: { ...state.bases, [item.id]: own.revision + later.length },
    // What was changed since it was sent is not what is stored.
    drafts: isSame ? { ...state.drafts, [item.id]: act.kept } : state.drafts,
  };
}

/** The item is shown again at once, with its newest draft and the reason; what was to follow about it is moot. */
function refused(state: DeskState, key: string, trouble: Trouble): DeskState {
  const act = state.acts.find((one) => one.key === key);
  if (!act) return state;
  const { held } = act;
  const { id } = held.item;
  const own = state.acts.filter((one) => one.held.item.id === id);
  const after: DeskState = {
    ...state,
    items: { ...state.items, [id]: state.items[id] ?? held },
    acts: state.acts.filter((one) => one.held.item.id !== id),
    ...marked(state, held.item, "in_progress"),
    bases: { ...state.bases, [id]: act.revision },
    undo: state.undo.filter(({ itemId }) => itemId !== id),
    drafts: { ...state.drafts, [id]: state.drafts[id] ?? act.sent },
  };
  const isTakenBack = own.at(-1)?.state === "in_progress";
  if (isTakenBack && trouble.kind === "refused") return after;
  const isOurs = trouble.kind === "refused" || trouble.kind === "stale";
  const lane = after.lane.filter((one) => one !== id);
  return shown(
    {
      ...after,
      route: null,
      lane: isOurs ? [id, ...lane] : lane,
      troubles: { ...after.troubles, [id]: trouble },
    },
    id,
  );
}

function troubled(state: DeskState, itemId: string, trouble: Trouble | null): DeskState {
  if (!trouble) return { ...state, troubles: without(state.troubles, itemId) };
  const isLeaving = trouble.kind === "gone" || trouble.kind === "lost";
  return {
    ...state,
    lane: isLeaving ? state.lane.filter((id) => id !== itemId) : state.lane,
    troubles: { ...state.troubles, [itemId]: trouble },
  };
}

function rebased(state: DeskState, held: Held, draft: Draft): DeskState {
  const { id } = held.item;
  return {
    ...state,
    items: { ...state.items, [id]: { ...held, expiresAtMs: state.items[id]?.expiresAtMs ?? null } },
    bases: { ...state.bases, [id]: held.own.revision },
    drafts: { ...state.drafts, [id]: draft },
    troubles: without(state.troubles, id),
  };
}

/** What the annotator does to an item, or what comes of it. */
function marked(
  state: DeskState,
  item: DeskItem,
  own: AnnotationState,
): Pick<DeskState, "marks" | "finished"> {
  const more = Number(isDone(own)) - Number(isDone(stateOf(state, item)));
  return { marks: { ...state.marks, [item.id]: own }, finished: state.finished + more };
}

/** Without the entry of one item, or only where it is of one of `kinds`. */
function without(
  troubles: DeskState["troubles"],
  itemId: string,
  kinds?: readonly Trouble["kind"][],
): DeskState["troubles"] {
  const trouble = troubles[itemId];
  if (!trouble || (kinds && !kinds.includes(trouble.kind))) return troubles;
  return Object.fromEntries(Object.entries(troubles).filter(([id]) => id !== itemId));
}
