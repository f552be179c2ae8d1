import { expect, test } from "vitest";
import { type DeskEvent, deskAfter } from "./desk-events.ts";
import { held, OWN } from "./desk-fixtures.ts";
import {
  type Act,
  currentOf,
  DEEPEST_UNDO,
  type DeskState,
  depthOf,
  type Held,
  hasOpenDraft,
  NEW_DESK,
  neighbourOf,
  nextOf,
  ownCounts,
  recordOf,
  seenByServer,
  stateOf,
  type Trouble,
  waitingIn,
  wantedInLane,
} from "./desk-state.ts";
import { emptyDraft, setNote } from "./draft.ts";
import { takingBack } from "./leaving.ts";

const A_DRAFT = setNote(emptyDraft(), "said");

function act(of: Held, state: Act["state"] = "completed", revision = of.own.revision): Act {
  const sent = { ...A_DRAFT, isAttempted: true };
  return {
    key: `${state} ${of.item.id} ${revision}`,
    seq: 1,
    held: of,
    state,
    revision,
    sent,
    kept: { ...sent, isDirty: false, isAttempted: false },
    feedback: [],
    replaced: [],
    suggestedRefs: null,
    skipReason: null,
    activeMs: 0,
    isTried: false,
  };
}

const [A, B, C] = [held("a"), held("b"), held("c")];
const reserved = (...all: Held[]): DeskEvent => ({
  type: "reserved",
  held: all,
  asked: all.map(({ item }) => item.id),
});
const left = (one: Act): DeskEvent => ({ type: "left", act: one, before: A_DRAFT });
const refusal = (one: Act, trouble: Trouble): DeskEvent => ({ type: "refused", key: one.key, trouble });
const storedAs = (one: Act, revision: number): DeskEvent => ({
  type: "stored",
  key: one.key,
  item: { ...one.held.item, myAnnotationState: one.state },
  own: { ...OWN, revision },
});
const REFUSED: Trouble = { kind: "refused", reason: "Too large.", problems: {} };

function after(...events: DeskEvent[]): DeskState {
  return events.reduce(deskAfter, NEW_DESK);
}

const THREE = [reserved(A, B, C)];

test("the first of what is reserved is shown, and the next at once when it is left", () => {
  const state = after(...THREE, left(act(A)));
  expect(after(...THREE).current).toBe("a");
  expect(state).toMatchObject({ current: "b", lane: ["b", "c"] });
  expect(stateOf(state, A.item)).toBe("completed");
  expect([state.finished, waitingIn(state)]).toEqual([1, 1]);
});

test("a key that is pressed before there is an item answers none, and is named until something is done", () => {
  const missed: DeskEvent = { type: "missed", key: "2" };
  const emptied = after(reserved(A), left(act(A)), missed);
  expect(emptied).toMatchObject({ current: null, missedKey: "2" });
  const state = deskAfter(emptied, reserved(B, C));
  expect(state).toMatchObject({ current: "b", missedKey: "2" });
  expect(recordOf(state, "b")).toMatchObject({ draft: null, mark: null });
  for (const event of [
    { type: "edited", itemId: "b", draft: A_DRAFT } as const,
    { type: "walked", itemId: "c" } as const,
    left(act(B)),
  ])
    expect(deskAfter(state, event).missedKey).toBeNull();
  // With an item there, its form takes the key or has its own reasons; in a break nobody waits for one.
  expect(after(...THREE, missed).missedKey).toBeNull();
  expect(after({ type: "paused" }, missed).missedKey).toBeNull();
  // What came before the desk itself was not meant for an item that is there by now.
  expect(after(...THREE, { ...missed, cameBefore: true }).missedKey).toBe("2");
});

test("that nothing is suggested is said of the item until the annotator continues", () => {
  const state = after(...THREE, { type: "unsuggested", itemId: "a" });
  expect(state.unsuggested).toBe("a");
  expect(deskAfter(state, { type: "edited", itemId: "a", draft: A_DRAFT }).unsuggested).toBeNull();
  expect(deskAfter(state, left(act(A))).unsuggested).toBeNull();
});

test("what a training run waits for comes next, and the rest of what is new at the end", () => {
  const awaited = { runId: "run", until: "2026-01-01T18:00:00.000Z", fallback: "judge" } as const;
  const [X, Y, D] = [held("x", { awaited }), held("y", { awaited }), held("d")];
  const one = after(...THREE, reserved(A, B, C, X, D));
  expect(one).toMatchObject({ current: "a", lane: ["a", "x", "b", "c", "d"] });
  expect(after(...THREE, reserved(A, B, C, X, D), reserved(A, B, C, D, X, Y)).lane).toEqual([
    ...["a", "x", "y", "b", "c", "d"],
  ]);
  expect(after(reserved(A, X, B))).toMatchObject({ current: "x", lane: ["x", "a", "b"] });
  // Also what was here before a run waited for it; what is on the screen stays there.
  const nowAwaited = held("c", { awaited });
  expect(after(...THREE, reserved(A, B, nowAwaited))).toMatchObject({ current: "a", lane: ["a", "c", "b"] });
});

test("a reply that the server wrote before it had the answer does not bring the item back", () => {
  const one = act(A);
  expect(after(...THREE, left(one), reserved(A, B, C)).lane).toEqual(["b", "c"]);
  expect(after(...THREE, left(one), storedAs(one, 1), reserved(A, B, C)).lane).toEqual(["b", "c"]);
});

test("an item that a lead sent back is to do again", () => {
  const one = act(A);
  const again = held("a", { revision: 1, state: "unstarted" });
  const state = after(...THREE, left(one), storedAs(one, 1), reserved(B, C, again));
  expect(state.lane).toEqual(["b", "c", "a"]);
  expect(stateOf(state, again.item)).toBe("unstarted");
});

test("an item that is asked again and done again is done once, whether it was done at this desk or before", () => {
  const counted = { doneByMe: 2, skippedByMe: 0, leftForMe: 1, seen: { finished: 0, skips: 0 } };
  expect(ownCounts(after(...THREE, left(act(A))), counted)).toEqual({ done: 3, skipped: 0, left: 0 });
  const again = [held("a", { revision: 2 }), held("z", { revision: 2 })];
  const reopened = after(...THREE, left(act(A)), storedAs(act(A), 1), reserved(...again));
  // The server counts again once a lead has asked again, before or after the items are here.
  const recounted = { doneByMe: 1, skippedByMe: 0, leftForMe: 2, seen: seenByServer(reopened) };
  expect(ownCounts(reopened, recounted)).toEqual({ done: 1, skipped: 0, left: 2 });
  const done = again.map((one) => left(act(one))).reduce(deskAfter, reopened);
  expect(ownCounts(done, recounted)).toEqual({ done: 3, skipped: 0, left: 0 });
});

test("a skip is no answer: it is counted beside what is done, before and after the server has counted it", () => {
  const skip = act(A, "skipped");
  const skipped = after(...THREE, left(skip));
  const counted = { doneByMe: 6, skippedByMe: 1, leftForMe: 13, seen: seenByServer(skipped) };
  expect(ownCounts(skipped, counted)).toEqual({ done: 6, skipped: 2, left: 12 });
  const stored = after(...THREE, left(skip), storedAs(skip, 1));
  const recounted = { doneByMe: 6, skippedByMe: 2, leftForMe: 12, seen: seenByServer(stored) };
  expect(ownCounts(stored, recounted)).toEqual({ done: 6, skipped: 2, left: 12 });
});

test("what is no longer reserved leaves the lane; the shown item stays, with its draft and what became of it", () => {
  const edited: DeskEvent = { type: "edited", itemId: "a", draft: A_DRAFT };
  const trouble: Trouble = { kind: "lost", reason: "Taken." };
  const lost: DeskEvent = { type: "lost", itemIds: ["a", "c"] };
  const state = after(...THREE, edited, lost, { type: "troubled", itemId: "a", trouble });
  expect(state).toMatchObject({ lane: ["b"], current: "a", items: { a: { trouble } } });
  expect(hasOpenDraft(state, "a")).toBe(true);
  expect(nextOf(state, "a")).toBe("b");
});

test("taking a lost item again ends its trouble", () => {
  const trouble: Trouble = { kind: "lost", reason: "Taken." };
  const lost = after(...THREE, { type: "lost", itemIds: ["a"] }, { type: "troubled", itemId: "a", trouble });
  const state = deskAfter(lost, { type: "opened", held: A, route: null });
  expect(state.items.a?.trouble).toBeNull();
  expect(state.lane).toEqual(["a", "b", "c"]);
});

test("a lost item that a later reply reserves again is not lost any more, and nothing to do stands above it", () => {
  const again = after(
    reserved(A, B),
    { type: "reserved", held: [B], asked: ["a", "b"] },
    { type: "troubled", itemId: "a", trouble: { kind: "lost", reason: "Because." } },
    { type: "reserved", held: [B, C, A], asked: ["b"] },
  );
  expect(recordOf(again, "a")).toMatchObject({ trouble: null, lease: "held" });
  expect(again.current).toBe("a");
  expect(again.lane).toEqual(["a", "b", "c"]);
});

test("a refused item comes back on top with its draft and the reason, and is not done", () => {
  const one = act(A);
  const state = after(...THREE, left(one), refusal(one, REFUSED));
  expect(state).toMatchObject({ current: "a", lane: ["a", "b", "c"], acts: [], undo: [] });
  expect(state.items.a?.trouble).toBe(REFUSED);
  expect(state.items.a?.draft).toBe(one.sent);
  expect(state.finished).toBe(0);
  expect(state.items.a?.base).toBe(0);
});

test("entries since a refused answer was sent are kept", () => {
  const newer = setNote(A_DRAFT, "thought again");
  const edited: DeskEvent = { type: "edited", itemId: "a", draft: newer };
  const walked: DeskEvent = { type: "walked", itemId: "a" };
  const state = after(...THREE, left(act(A)), walked, edited, refusal(act(A), REFUSED));
  expect(state.items.a?.draft).toBe(newer);
});

test("an item whose slot was taken is shown with its draft, and is not in the lane", () => {
  const one = act(A);
  const state = after(...THREE, left(one), refusal(one, { kind: "lost", reason: "Taken." }));
  expect(state).toMatchObject({ current: "a", lane: ["b", "c"] });
});

const AWAITED = { runId: "run", until: "2026-01-05T12:00:00.000Z", fallback: "judge" as const };
const GONE: Trouble = { kind: "gone", reason: "The run has ended." };

test("from an item that its run took back the desk moves on, and an answer to it brings nobody back", () => {
  const asked = held("a", { awaited: AWAITED });
  const three = reserved(asked, B, C);
  const moved = after(three, { type: "troubled", itemId: "a", trouble: GONE });
  expect(moved).toMatchObject({ current: "b", lane: ["b", "c"] });
  const one = act(asked);
  const answered = after(three, left(one), refusal(one, GONE));
  expect(answered).toMatchObject({ current: "b", lane: ["b", "c"], acts: [], undo: [], finished: 0 });
  expect(answered.items.a?.draft).toBe(one.sent);
  // From one that somebody removed as well.
  const removed = after(...THREE, { type: "troubled", itemId: "a", trouble: GONE });
  expect(removed).toMatchObject({ current: "b", lane: ["b", "c"] });
  expect(after(...THREE, left(act(A)), refusal(act(A), GONE))).toMatchObject({ current: "b", finished: 0 });
});

test("what was not sent yet is taken back without a word to the server", () => {
  const state = after(...THREE, left(act(A)));
  const back = takingBack(state);
  expect(back?.act).toBeNull();
  const undone = deskAfter(state, { type: "undone", draft: back?.draft ?? emptyDraft(), act: null });
  expect(undone).toMatchObject({ current: "a", acts: [], lane: ["a", "b", "c"], undo: [] });
  expect(undone.items.a?.base).toBe(0);
  expect(undone.items.a?.draft).toEqual(A_DRAFT);
});

test("what may have arrived is taken back by an act that follows it, with ids of its own", () => {
  const one = act(A);
  const state = after(...THREE, left(one), { type: "tried", key: one.key });
  const back = takingBack(state);
  expect(back?.act).toMatchObject({ state: "in_progress", revision: 1, replaced: [A_DRAFT.note.id] });
  expect(back?.draft.note).toMatchObject({ text: "said", isStored: false });
  expect(back?.draft.note.id).not.toBe(A_DRAFT.note.id);
});

test("undo reaches ten items back, the latest first", () => {
  const many = Array.from({ length: DEEPEST_UNDO + 3 }, (_, i) => held(`i${i}`));
  const state = after(reserved(...many), ...many.map((one) => left(act(one))));
  expect(state.undo.map(({ itemId }) => itemId)).toEqual(many.slice(3).map(({ item }) => item.id));
  expect(takingBack(state)?.last.itemId).toBe("i12");
});

test("a later answer follows the revision that the server gave the earlier one", () => {
  const [first, second] = [act(A), act(A, "completed", 1)];
  const state = after(...THREE, left(first), left({ ...second, key: "second" }), storedAs(first, 5));
  expect(state.acts.map(({ revision }) => revision)).toEqual([5]);
  expect(state.items.a?.base).toBe(6);
});

test("while nothing is said here the form follows the server, and a draft keeps the revision that it began with", () => {
  const newer = held("a", { revision: 4 });
  expect(after(...THREE, reserved(newer, B, C)).items.a?.base).toBe(4);
  const edited: DeskEvent = { type: "edited", itemId: "a", draft: A_DRAFT };
  expect(after(...THREE, edited, reserved(newer, B, C)).items.a?.base).toBe(0);
});

test("walking goes along what was shown and then along what is to do, whatever its state", () => {
  const state = after(...THREE, left(act(A)));
  expect(neighbourOf(state, -1)).toBe("a");
  expect(neighbourOf(state, 1)).toBe("c");
  const back = deskAfter(state, { type: "walked", itemId: "a" });
  expect([neighbourOf(back, -1), neighbourOf(back, 1)]).toEqual([null, "b"]);
});

test("from a list, the desk continues along that list, and after its end with open items", () => {
  const [x, y] = [held("x", { state: "completed" }), held("y", { state: "completed" })];
  const look = (one: Held): DeskEvent => ({
    type: "opened",
    held: { ...one, expiresAtMs: null },
    route: ["x", "y"],
  });
  const state = after(...THREE, look(y), look(x));
  expect(neighbourOf(state, 1)).toBe("y");
  const next = deskAfter(state, left(act(x)));
  expect(next.current).toBe("y");
  expect(deskAfter(next, left(act(y))).current).toBe("a");
});

test("two items beside one are wanted, and looking ahead wants no more", () => {
  const state = after(...THREE);
  expect(wantedInLane(state, 2)).toBe(3);
  expect(wantedInLane(deskAfter(state, { type: "walked", itemId: "c" }), 2)).toBe(3);
  expect(currentOf(deskAfter(state, { type: "departed" }))).toBeNull();
});

test("ten items are held where there is plenty, and few where others want some as well", () => {
  expect(depthOf(10, { left: null, people: 0 })).toBe(2);
  expect(depthOf(10, { left: 60, people: 1 })).toBe(10);
  expect(depthOf(10, { left: 30, people: 1 })).toBe(7);
  expect(depthOf(10, { left: 30, people: 5 })).toBe(3);
  expect(depthOf(10, { left: 4, people: 2 })).toBe(2);
  expect(depthOf(2, { left: 1_000, people: 1 })).toBe(2);
});

test("a reply with the same item keeps the same object, so that nothing is rendered again", () => {
  const reply = (expiresAtMs: number, id = "a") => structuredClone({ ...held(id), expiresAtMs });
  const before = deskAfter(NEW_DESK, { type: "reserved", held: [reply(1)], asked: [] });
  const after = deskAfter(before, { type: "reserved", held: [reply(2), reply(2, "b")], asked: ["a"] });
  expect(after.items.a?.held?.item).toBe(before.items.a?.held?.item);
  expect(after.items.a?.held?.expiresAtMs).toBe(2);
  const other = { ...reply(2), item: { ...reply(2).item, displayFields: ["output"] } };
  const changed = deskAfter(after, { type: "opened", held: other, route: null });
  expect(changed.items.a?.held?.item.displayFields).toEqual(["output"]);
});

test("an item whose skip was taken back stays first in the lane, whatever the service says before it has heard of that", () => {
  const skip = { ...act(A, "skipped"), isTried: true };
  const taken: DeskEvent = { type: "undone", draft: A_DRAFT, act: act(A, "in_progress", 1) };
  const asked: DeskEvent = { type: "asked", ahead: 2 };
  const answer: DeskEvent = { type: "answered", held: [B, C], left: null };
  const lost: DeskEvent = { type: "extended", lost: ["a"], untilMs: null };
  const start = [reserved(A, B, C), left(skip)];
  for (const order of [
    [taken, asked, answer],
    [asked, taken, answer],
    [taken, { type: "extending" }, lost],
  ] as const) {
    const desk = [...start, ...order].reduce(deskAfter, NEW_DESK);
    expect(desk.lane).toEqual(["a", "b", "c"]);
    expect(desk.current).toBe("a");
  }
});
