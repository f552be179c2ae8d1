import { MAX_RESERVED } from "#lib/contract/annotation/queue-work.ts";
import {
  type Asking,
  type DeskState,
  type Held,
  hasOpenDraft,
  type Left,
  NEW_SUPPLY,
  recordOf,
  type SupplyState,
  wantedInLane,
  withRecord,
} from "./desk-state.ts";

/** What happens to reservations, beside what a person does with their items. */
export type LeaseEvent =
  /** More is asked for, `ahead` items beside the one that is worked on. */
  | { type: "asked"; ahead: number }
  | { type: "unanswered"; error: unknown }
  /** There may be more, and nobody is there to do it. */
  | { type: "put off" }
  /** A request to extend all reservations is on its way. */
  | { type: "extending" }
  /** It came through: all are kept but those that are lost. */
  | { type: "extended"; lost: readonly string[]; untilMs: number | null }
  | { type: "unextended" }
  /** Lost reservations. If the shown item is among them, the reason is found out and shown as its trouble. */
  | { type: "lost"; itemIds: readonly string[] }
  /** What is not begun is given back: for a break, or because the page is left. */
  | { type: "paused" }
  | { type: "resumed" }
  | { type: "departed" };

export function leaseAfter(state: DeskState, event: LeaseEvent): DeskState {
  switch (event.type) {
    case "asked":
      return supplied(state, { asking: askingOf(state, event.ahead) });
    case "unanswered":
      return supplied(state, { asking: null, error: event.error, isPutOff: false });
    case "put off":
      return state.supply.isPutOff ? state : supplied(state, { isPutOff: true });
    case "extending":
      return toExtend(state).reduce((after, id) => withRecord(after, id, { lease: "extending" }), state);
    case "extended":
      return extended(state, event);
    case "unextended":
      return onTheirWay(state).reduce((after, id) => withRecord(after, id, { lease: "held" }), state);
    case "lost":
      return lost(state, event.itemIds);
    case "paused":
      return { ...supplied(released(state), { asking: null }), isPaused: true };
    case "resumed":
      return { ...state, isPaused: false };
    case "departed":
      return { ...released(state), supply: NEW_SUPPLY, isPaused: false };
  }
}

function supplied(state: DeskState, change: Partial<SupplyState>): DeskState {
  return { ...state, supply: { ...state.supply, ...change } };
}

/** The first question of a page asks for the very item that is shown. */
function askingOf(state: DeskState, ahead: number): Asking {
  const { lane, current, acts, supply } = state;
  const onTheWay = acts.filter(({ held }) => held.expiresAtMs !== null).length;
  const isShown = supply.answer === null && current !== null && lane.includes(current);
  return {
    count: Math.min(wantedInLane(state, ahead) + onTheWay, MAX_RESERVED),
    itemId: isShown ? current : null,
    lane: settledIn(state),
    wasEmpty: isEmpty(state),
  };
}

/** Of the lane what nothing is on its way about: of a skip that was just taken back the service still believes that it holds. */
function settledIn({ lane, acts }: Pick<DeskState, "lane" | "acts">): string[] {
  return lane.filter((id) => !acts.some(({ held }) => held.item.id === id));
}

/** What the service said to the question that is on its way; what it granted is on the desk already. */
export function answered(
  state: DeskState,
  { held, left }: { held: readonly Held[]; left: Left | null },
): DeskState {
  const { asking } = state.supply;
  if (!asking) return state;
  const answer = { left, isShort: held.length < asking.count, wasEmpty: asking.wasEmpty };
  return { ...state, supply: { asking: null, answer, error: null, isPutOff: false } };
}

function extended(
  state: DeskState,
  { lost: gone, untilMs }: Extract<LeaseEvent, { type: "extended" }>,
): DeskState {
  const asked = onTheirWay(state);
  const kept = asked.filter((id) => !gone.includes(id));
  // The reply does not cover reservations granted since the request.
  const after = lost(
    state,
    asked.filter((id) => gone.includes(id)),
  );
  return kept.reduce((now, id) => {
    const { held } = recordOf(now, id);
    const isLonger = held && untilMs !== null && held.expiresAtMs !== null;
    return withRecord(now, id, {
      lease: "held",
      held: isLonger ? { ...held, expiresAtMs: Math.max(untilMs, held.expiresAtMs ?? 0) } : held,
    });
  }, after);
}

/** Takes items out of the lane that are not reserved any more. */
export function lost(state: DeskState, itemIds: readonly string[]): DeskState {
  const gone = state.lane.filter((id) => itemIds.includes(id));
  if (gone.length === 0) return state;
  const after = gone.reduce((now, id) => withRecord(now, id, { lease: "lost" }), state);
  return { ...after, lane: state.lane.filter((id) => !itemIds.includes(id)) };
}

/** What has a draft stays reserved for as long as its lease. */
function released(state: DeskState): DeskState {
  const after = toGiveBack(state).reduce((now, id) => withRecord(now, id, { lease: "released" }), state);
  return {
    ...after,
    lane: [],
    current: state.lane.includes(state.current ?? "") ? null : state.current,
  };
}

function onTheirWay(state: DeskState): string[] {
  return Object.keys(state.items).filter((id) => recordOf(state, id).lease === "extending");
}

/** The items whose reservations should be extended. */
export function toExtend(state: Pick<DeskState, "lane" | "acts">): string[] {
  return settledIn(state).slice(0, MAX_RESERVED);
}

/** The items that go back when the desk is left: those that were not begun. */
export function toGiveBack(state: DeskState): string[] {
  return state.lane.filter((id) => !hasOpenDraft(state, id)).slice(0, MAX_RESERVED);
}

/** Whether the desk asks for more by itself. Where the service had no more, it is asked again when something may have come free. */
export function wantsMore(state: DeskState, ahead: number): boolean {
  const { asking, answer, error } = state.supply;
  if (state.isPaused || asking || error !== null) return false;
  // Items that a reload found in the tab may have gone to others since.
  if (answer === null) return true;
  const isDry = answer.isShort && (answer.wasEmpty || !isEmpty(state));
  return !isDry && state.lane.length < wantedInLane(state, ahead);
}

/** Whether the latest question brought less than it asked for, so that another one is worth its while. */
export function isWanting({ supply, isPaused }: DeskState): boolean {
  return !isPaused && (supply.answer?.isShort === true || supply.error !== null);
}

function isEmpty({ current, acts }: DeskState): boolean {
  return current === null && acts.length === 0;
}
