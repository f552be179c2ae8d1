import { expect, test } from "vitest";
import { deskAfter } from "#components/desk/state/desk-events.ts";
import { held, leavingOf } from "#components/desk/state/desk-fixtures.ts";
import { type DeskState, NEW_DESK } from "#components/desk/state/desk-state.ts";
import { emptyDraft, setNote } from "#components/desk/state/draft.ts";
import { submission } from "#components/desk/state/leaving.ts";
import { meantForLast, SAME_BREATH_MS } from "./meant-for-last.ts";

const LAST = { itemId: "a", atMs: 0 };
const NOTED = setNote(emptyDraft(), "Too eager.");

function answered(...ids: string[]): DeskState {
  const all = ids.map((id) => held(id));
  const state = deskAfter(NEW_DESK, { type: "reserved", held: all, asked: [] });
  const [first = held("a")] = all;
  const act = submission(leavingOf(state, first, NOTED));
  return deskAfter(state, { type: "left", act, before: NOTED });
}

test("right after a digit a key that begins to write means the item that was answered, and later the one that is shown", () => {
  const state = answered("a", "b");
  expect(meantForLast(LAST, state, SAME_BREATH_MS)).toBe("a");
  expect(meantForLast(LAST, state, SAME_BREATH_MS + 1)).toBeNull();
  expect(meantForLast(null, state, 0)).toBeNull();
  expect(meantForLast({ ...LAST, itemId: "b" }, state, 0)).toBeNull();
});

test("what was begun on the next item stays what is written about, and where no item came the last one is, however late", () => {
  const begun = deskAfter(answered("a", "b"), { type: "edited", itemId: "b", draft: NOTED });
  expect(meantForLast(LAST, begun, 0)).toBeNull();
  expect(meantForLast(LAST, answered("a"), 60_000)).toBe("a");
  expect(meantForLast(LAST, deskAfter(answered("a"), { type: "paused" }), 0)).toBeNull();
});
