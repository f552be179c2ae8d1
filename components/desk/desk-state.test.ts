import { expect, test } from "vitest";
import type { AnnotationState } from "#lib/contract/queues.ts";
import {
  DEEPEST_UNDO,
  type DeskEvent,
  type DeskItem,
  type DeskState,
  deskAfter,
  doneSince,
  hasUnsent,
  itemsInOrder,
  NEW_DESK,
  neighbourOf,
  openAfter,
  stateOf,
} from "./desk-state.ts";
import { asStored, emptyDraft, idsOf, setAnswer } from "./draft.ts";

function item(place: number, state: AnnotationState = "unstarted"): DeskItem {
  return {
    id: `i${place}`,
    callId: `c${place}`,
    displayFields: [],
    myAnnotationState: state,
    positionInQueue: place,
  };
}

const [ONE, TWO, THREE] = [item(1), item(2), item(3)];
const ITEMS = [ONE, TWO, THREE];
const DRAFT = { ...setAnswer(emptyDraft(), "field", "true"), isAttempted: true };

function after(...events: DeskEvent[]): DeskState {
  return events.reduce(deskAfter, NEW_DESK);
}

function submitted(of: DeskItem, next: DeskItem | null): DeskEvent {
  return { type: "left", item: of, state: "completed", draft: DRAFT, next };
}

const ids = (items: readonly DeskItem[]) => items.map(({ id }) => id);

test("opening an item marks it as in progress, unless it is done", () => {
  expect(stateOf(after({ type: "opened", item: ONE }), ONE)).toBe("in_progress");
  const done = item(4, "completed");
  expect(stateOf(after({ type: "opened", item: done }), done)).toBe("completed");
});

test("submitting shows the next item at once and counts", () => {
  const state = after({ type: "opened", item: ONE }, submitted(ONE, TWO));
  expect(state.current).toBe(TWO);
  expect(stateOf(state, ONE)).toBe("completed");
  expect(doneSince(state)).toBe(1);
});

test("submitting an item again that was done before counts nothing", () => {
  const done = item(4, "completed");
  expect(doneSince(after({ type: "opened", item: done }, submitted(done, null)))).toBe(0);
});

test("a refused item comes back on top with its answers and the reason, and is not done", () => {
  const state = after({ type: "opened", item: ONE }, submitted(ONE, TWO), {
    type: "cameBack",
    item: ONE,
    reason: "Too large.",
  });
  expect(state.current).toBe(ONE);
  expect(state.drafts[ONE.id]).toBe(DRAFT);
  expect(state.notices[ONE.id]).toBe("Too large.");
  expect(state.undo).toEqual([]);
  expect(doneSince(state)).toBe(0);
  expect(deskAfter(state, submitted(ONE, TWO)).notices).toEqual({});
});

test("undo brings back the last item first, open and with its answers under new ids", () => {
  const state = after(
    { type: "opened", item: ONE },
    submitted(ONE, TWO),
    { type: "opened", item: TWO },
    { type: "left", item: TWO, state: "skipped", draft: emptyDraft(), next: THREE },
    { type: "undone" },
  );
  expect(state.current).toBe(TWO);
  expect(stateOf(state, TWO)).toBe("unstarted");
  const again = deskAfter(state, { type: "undone" });
  expect(again.current).toBe(ONE);
  expect(again.drafts[ONE.id]?.answers.field?.text).toBe("true");
  expect(again.drafts[ONE.id]?.replaced).toEqual(idsOf(DRAFT));
  expect(doneSince(again)).toBe(0);
  expect(deskAfter(again, { type: "undone" })).toBe(again);
});

test("undo reaches ten items back", () => {
  const many = Array.from({ length: DEEPEST_UNDO + 3 }, (_, i) => item(i + 1));
  const state = after(...many.map((one) => submitted(one, null)));
  expect(state.undo.map((one) => one.item.id)).toEqual(ids(many.slice(3)));
});

test("what is stored is no longer to be sent, unless it was changed since", () => {
  const kept = asStored(DRAFT);
  const stored: DeskEvent = { type: "stored", itemId: ONE.id, sent: DRAFT, kept };
  expect(after(submitted(ONE, null), stored).drafts[ONE.id]).toBe(kept);
  const newer = setAnswer(DRAFT, "field", "false");
  const edited: DeskEvent = { type: "edited", itemId: ONE.id, draft: newer };
  expect(after(submitted(ONE, null), edited, stored).drafts[ONE.id]).toBe(newer);
});

test("what is left to do goes on after the current item and then starts over", () => {
  expect(ids(openAfter(NEW_DESK, ITEMS, null))).toEqual(["i1", "i2", "i3"]);
  expect(ids(openAfter(NEW_DESK, ITEMS, TWO))).toEqual(["i3", "i1"]);
  expect(ids(openAfter(after(submitted(THREE, null)), ITEMS, TWO))).toEqual(["i1"]);
  expect(ids(openAfter(NEW_DESK, [item(1, "skipped"), item(2, "in_progress")], null))).toEqual(["i2"]);
});

test("an item that left the queue is passed over, and shown only where it is open", () => {
  const gone: DeskEvent = { type: "vanished", item: TWO, reason: "Removed." };
  const elsewhere = after({ type: "opened", item: THREE }, gone);
  expect(elsewhere.current).toBe(THREE);
  expect(ids(openAfter(elsewhere, ITEMS, THREE))).toEqual(["i1"]);
  expect(neighbourOf(elsewhere, ITEMS, { here: THREE, step: -1 })).toBe(ONE);
  expect(after({ type: "opened", item: TWO }, gone).current).toBe(TWO);
});

test("walking goes to the neighbours in the queue, whatever their state", () => {
  const state = after(submitted(TWO, null));
  expect(neighbourOf(state, ITEMS, { here: ONE, step: 1 })).toBe(TWO);
  expect(neighbourOf(state, ITEMS, { here: ONE, step: -1 })).toBeNull();
  expect(neighbourOf(state, [ONE, THREE], { here: ONE, step: 1 })).toBeNull();
});

test("lists of items are one list in the queue's order, each item as it came last", () => {
  const newer = item(2, "completed");
  expect(itemsInOrder([[THREE, TWO], [ONE], [newer]])).toEqual([ONE, newer, THREE]);
});

test("answers are unsent until they are stored, unless the item was skipped or is gone", () => {
  const edited: DeskEvent = { type: "edited", itemId: ONE.id, draft: { ...DRAFT, isDirty: true } };
  const open = after({ type: "opened", item: ONE }, edited);
  expect(hasUnsent(NEW_DESK)).toBe(false);
  expect(hasUnsent(open)).toBe(true);
  expect(hasUnsent(deskAfter(open, { type: "vanished", item: ONE, reason: "Removed." }))).toBe(false);
  const sent = deskAfter(open, submitted(ONE, null));
  expect(hasUnsent(sent)).toBe(true);
  const stored: DeskEvent = { type: "stored", itemId: ONE.id, sent: DRAFT, kept: asStored(DRAFT) };
  expect(hasUnsent(deskAfter(sent, stored))).toBe(false);
  const skipped: DeskEvent = { type: "left", item: ONE, state: "skipped", draft: DRAFT, next: null };
  expect(hasUnsent(deskAfter(open, skipped))).toBe(false);
});
