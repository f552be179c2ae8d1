import type { DeskPlace } from "./desk-queries.ts";
import type { DeskState, Held } from "./desk-state.ts";
import type { TextStore } from "./desk-storage.ts";
import type { Draft } from "./draft.ts";
import type { Leaving } from "./leaving.ts";

export const PLACE: DeskPlace = { projectId: "acme/support", queueId: "queue", userId: "ida" };
export const OWN = {
  skipReason: null,
  isFlagged: false,
  flagNote: "",
  activeMs: 0,
  sentBack: null,
  askedAgain: [],
};

export function held(
  id: string,
  changes: {
    revision?: number;
    state?: Held["item"]["myAnnotationState"];
    suggestions?: Held["suggestions"];
    awaited?: Held["item"]["awaited"];
  } = {},
): Held {
  return {
    item: {
      id,
      awaited: changes.awaited ?? null,
      callId: `call of ${id}`,
      pairCallId: null,
      callOpName: "answer",
      callStartedAt: "2026-01-01T00:00:00.000Z",
      isCallUndated: false,
      displayFields: [],
      myAnnotationState: changes.state ?? "unstarted",
      positionInQueue: null,
    },
    own: { ...OWN, revision: changes.revision ?? 0 },
    expiresAtMs: 1,
    suggestions: changes.suggestions ?? null,
  };
}

/** Somebody who leaves an item with that draft, in a queue that asks nothing. */
export function leavingOf(state: DeskState, one: Held, draft: Draft): Leaving {
  const queue = { requiredRefs: [], fieldRules: [], kind: "single" as const };
  return {
    place: PLACE,
    creator: "Ida",
    queue,
    fields: [],
    state,
    held: one,
    draft,
    suggestedRefs: null,
    activeMs: 1,
  };
}

/** Web Storage without a browser. */
export function aTextStore(): TextStore {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
