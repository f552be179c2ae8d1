import { replaceEqualDeep } from "@tanstack/react-query";
import type { OwnWork } from "#lib/contract/annotation/queue-work.ts";
import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import type { DeskItem } from "./desk-handles.ts";
import {
  type Act,
  DEEPEST_UNDO,
  type DeskRecord,
  type DeskState,
  type Held,
  heldOf,
  isDone,
  isMoot,
  type Left,
  MAX_TRAIL,
  nextOf,
  recordOf,
  stateOf,
  type Trouble,
  withRecord,
} from "./desk-state.ts";
import type { Draft } from "./draft.ts";
import { answered, type LeaseEvent, leaseAfter, lost } from "./leases.ts";

export type DeskEvent =
  | LeaseEvent
  /** What the service says to the question that is on its way. */
  | { type: "answered"; held: readonly Held[]; left: Left | null }
  /** All that the server says is reserved; `asked` is what the lane held when it was asked. */
  | { type: "reserved"; held: readonly Held[]; asked: readonly string[] }
  /** Shown on purpose: `route` is the list it was chosen from, null for what is to do. */
  | { type: "opened"; held: Held; route: readonly string[] | null }
  | { type: "walked"; itemId: string | null }
  | { type: "edited"; itemId: string; draft: Draft }
  /** Submitted or skipped. */
  | { type: "left"; act: Act; before: Draft }
  /** Undoes the last one; `act` goes to the server if it may have heard of it. */
  | { type: "undone"; draft: Draft; act: Act | null }
  | { type: "tried"; key: string }
  | { type: "stored"; key: string; item: DeskItem; own: OwnWork }
  | { type: "refused"; key: string; trouble: Trouble }
  | { type: "troubled"; itemId: string; trouble: Trouble | null }
  /** A newer answer of the annotator's is taken for what the form goes by. */
  | { type: "rebased"; held: Held; draft: Draft }
  /** A key that answers was pressed; `cameBefore` where that was before the desk was there. */
  | { type: "missed"; key: string; cameBefore?: boolean }
  /** What is suggested was to be accepted, and nothing is. */
  | { type: "unsuggested"; itemId: string }
  | { type: "guidelinesRead"; text: string };

/** What happens at a desk, one event after the other. */
export function deskAfter(state: DeskState, event: DeskEvent): DeskState {
  const next = changed(state, event);
  const isNoted = next.missedKey !== null || next.unsuggested !== null;
  return isNoted && MOVES.includes(event.type) ? { ...next, missedKey: null, unsuggested: null } : next;
}

/** With one of these the annotator continues, and what is said of a key is of no more interest. */
const MOVES: readonly DeskEvent["type"][] = ["opened", "walked", "edited", "left", "undone", "paused"];

function changed(state: DeskState, event: DeskEvent): DeskState {
  switch (event.type) {
    case "reserved":
      return reserved(state, event.held, event.asked);
    case "answered":
      return answered(reserved(state, event.held, state.supply.asking?.lane ?? []), event);
    case "opened":
      return shown(known({ ...state, route: event.route }, event.held), event.held.item.id);
    case "walked":
      return event.itemId === null ? { ...state, current: null, route: null } : shown(state, event.itemId);
    case "edited":
      return withRecord(state, event.itemId, { draft: event.draft });
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
    case "missed":
      // An item that is there takes its keys itself.
      return (state.current !== null && !event.cameBefore) || state.isPaused
        ? state
        : { ...state, missedKey: event.key };
    case "unsuggested":
      return { ...state, unsuggested: event.itemId };
    case "guidelinesRead":
      return { ...state, readGuidelines: event.text };
    default:
      return leaseAfter(state, event);
  }
}

function reserved(state: DeskState, held: readonly Held[], asked: readonly string[]): DeskState {
  const fresh = held.filter((one) => isToDo(state, one));
  const ids = new Set(fresh.map(({ item }) => item.id));
  const missing = state.lane.filter((id) => asked.includes(id) && !ids.has(id));
  // What was shown first stays in its place; what came while the question was on its way is kept as well.
  const before = state.lane.filter((id) => !missing.includes(id));
  const added = [...ids].filter((id) => !before.includes(id));
  const known = fresh.map(
    (one) => [one.item.id, { ...granted(caughtUp(state, one)), ...sentBack(state, one) }] as const,
  );
  const items = { ...state.items, ...Object.fromEntries(known) };
  const next: DeskState = {
    ...lost(state, missing),
    items,
    lane: withAdded({ current: state.current, items }, before, added),
  };
  return next.current === null ? shown(next, nextOf(next, null)) : next;
}

/** What was lost is not lost any more once it is reserved again. */
function granted(record: DeskRecord): DeskRecord {
  return { ...record, lease: "held", trouble: record.trouble?.kind === "lost" ? null : record.trouble };
}

/**
 * What came is put at the end. What is shown and was reserved again is what is worked on, so all else comes after it; of that, what a
 * training run waits for comes first.
 */
function withAdded(
  { current, items }: Pick<DeskState, "current" | "items">,
  before: readonly string[],
  added: readonly string[],
): string[] {
  const isShownAgain = current !== null && added.includes(current);
  const others = added.filter((id) => id !== current);
  const lane = isShownAgain ? [current, ...before, ...others] : [...before, ...added];
  const afterCurrent = lane.indexOf(current ?? "") + 1;
  const isAwaited = (id: string) => (items[id]?.held?.item.awaited ?? null) !== null;
  const { first = [], then = [] } = Object.groupBy(lane.slice(afterCurrent), (id) =>
    isAwaited(id) ? "first" : "then",
  );
  return [...lane.slice(0, afterCurrent), ...first, ...then];
}

/** What is known already stays the very object, so that nothing is read or drawn again for a reply that says the same again. */
function keepingSame(state: DeskState, held: Held): Held {
  return replaceEqualDeep(heldOf(state, held.item.id), withKnownSuggestions(state, held));
}

/** What was suggested stays in sight, also where a later reply says nothing of it. */
function withKnownSuggestions(state: DeskState, held: Held): Held {
  const suggestions = held.suggestions ?? heldOf(state, held.item.id)?.suggestions ?? null;
  return { ...held, suggestions };
}

/** An answer that left after the server wrote its reply is not in that reply. */
function isToDo(state: DeskState, { item, own }: Held): boolean {
  if (state.acts.some((act) => act.held.item.id === item.id && act.state !== "in_progress")) return false;
  return own.revision >= (recordOf(state, item.id).base ?? 0) || !isDone(stateOf(state, item));
}

/** What the server says of an item. While nothing is said here that the server does not know, the form goes by it. */
function caughtUp(state: DeskState, held: Held): DeskRecord {
  const record = { ...recordOf(state, held.item.id), held: keepingSame(state, held) };
  const { draft, base } = record;
  const { revision } = held.own;
  if (base !== null && draft?.isDirty) return record;
  return { ...record, base: revision, draft: base !== null && revision > base ? null : draft };
}

/** What is to do again, such as an item that was sent back, is not done any more. */
function sentBack(state: DeskState, { item }: Held): Pick<DeskRecord, "mark"> | null {
  return isDone(stateOf(state, item)) ? { mark: item.myAnnotationState } : null;
}

function known(state: DeskState, held: Held): DeskState {
  const { id } = held.item;
  const isNew = held.expiresAtMs !== null && !state.lane.includes(id) && isToDo(state, held);
  const record = caughtUp(state, held);
  const isTakenAgain = held.expiresAtMs !== null && record.trouble?.kind === "lost";
  return {
    ...withRecord(state, id, {
      ...record,
      trouble: isTakenAgain ? null : record.trouble,
      lease: isNew ? "held" : record.lease,
    }),
    lane: isNew ? [id, ...state.lane] : state.lane,
  };
}

function shown(state: DeskState, itemId: string | null): DeskState {
  if (itemId === null || !heldOf(state, itemId)) return { ...state, current: null };
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
    ...marked(state, act.held.item, {
      mark: act.state,
      draft: act.sent,
      base: act.revision + 1,
      trouble: null,
    }),
    acts: [...state.acts, act],
    lane: state.lane.filter((one) => one !== id),
    undo: undo.slice(-DEEPEST_UNDO),
  };
  return next === null ? { ...after, current: null, route: null } : shown(after, next);
}

function undone(state: DeskState, draft: Draft, act: Act | null): DeskState {
  const last = state.undo.at(-1);
  const held = last ? heldOf(state, last.itemId) : null;
  if (!last || !held) return state;
  const { id } = held.item;
  const recalled = state.acts.find(({ key, isTried }) => key === last.key && !isTried);
  const base = act ? act.revision + 1 : (recalled?.revision ?? recordOf(state, id).base ?? 0);
  return shown(
    {
      ...marked(state, held.item, { mark: "in_progress", draft, base, trouble: null, lease: "held" }),
      acts: [...state.acts.filter((one) => one !== recalled), ...(act ? [act] : [])],
      lane: [id, ...state.lane.filter((one) => one !== id)],
      route: null,
      undo: state.undo.slice(0, -1),
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
  const { held, draft, lease } = recordOf(state, item.id);
  return {
    ...withRecord(state, item.id, {
      held: held && { ...held, item: { ...held.item, ...item }, own },
      base: own.revision + later.length,
      // What was changed since it was sent is not what is stored.
      draft: draft === act.sent ? act.kept : draft,
      lease: later.length === 0 && isDone(act.state) ? null : lease,
    }),
    acts: renumbered,
  };
}

/** The item is shown again at once, with its newest draft and the reason; what was to follow about it is moot. */
function refused(state: DeskState, key: string, trouble: Trouble): DeskState {
  const act = state.acts.find((one) => one.key === key);
  if (!act) return state;
  const { held } = act;
  const { id } = held.item;
  const own = state.acts.filter((one) => one.held.item.id === id);
  const before = recordOf(state, id);
  const after: DeskState = {
    ...marked(state, held.item, {
      held: before.held ?? held,
      mark: "in_progress",
      draft: before.draft ?? act.sent,
      base: act.revision,
    }),
    acts: state.acts.filter((one) => one.held.item.id !== id),
    undo: state.undo.filter(({ itemId }) => itemId !== id),
  };
  // Nobody wants to know it any more, so the annotator stays where they are.
  if (isMoot(trouble)) return troubled(after, id, trouble);
  const isTakenBack = own.at(-1)?.state === "in_progress";
  if (isTakenBack && trouble.kind === "refused") return after;
  const isOurs = trouble.kind === "refused" || trouble.kind === "stale";
  const lane = after.lane.filter((one) => one !== id);
  return shown(
    {
      ...withRecord(after, id, { trouble, lease: isOurs ? "held" : "lost" }),
      route: null,
      lane: isOurs ? [id, ...lane] : lane,
    },
    id,
  );
}

/** From what is gone the desk moves on by itself. */
function troubled(state: DeskState, itemId: string, trouble: Trouble | null): DeskState {
  const isLeaving = trouble?.kind === "gone" || trouble?.kind === "lost";
  const held = heldOf(state, itemId);
  const next = nextOf(state, itemId);
  const after = {
    ...withRecord(state, itemId, isLeaving ? { trouble, lease: "lost" as const } : { trouble }),
    lane: isLeaving ? state.lane.filter((id) => id !== itemId) : state.lane,
  };
  return held && isMoot(trouble) && state.current === itemId ? shown(after, next) : after;
}

function rebased(state: DeskState, held: Held, draft: Draft): DeskState {
  const { id } = held.item;
  const expiresAtMs = heldOf(state, id)?.expiresAtMs ?? null;
  return withRecord(state, id, {
    held: withKnownSuggestions(state, { ...held, expiresAtMs }),
    base: held.own.revision,
    draft,
    trouble: null,
  });
}

/** What the annotator does to an item, or what comes of it: counted, as far as it is done or no longer done thereby. */
function marked(
  state: DeskState,
  item: DeskItem,
  change: Partial<DeskRecord> & { mark: AnnotationState },
): DeskState {
  const before = stateOf(state, item);
  return {
    ...withRecord(state, item.id, change),
    finished: state.finished + Number(isDone(change.mark)) - Number(isDone(before)),
    skips: state.skips + Number(change.mark === "skipped") - Number(before === "skipped"),
  };
}
