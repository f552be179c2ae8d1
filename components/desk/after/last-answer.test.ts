import { expect, test } from "vitest";
import { type DeskEvent, deskAfter } from "#components/desk/state/desk-events.ts";
import { held, OWN } from "#components/desk/state/desk-fixtures.ts";
import { type Act, NEW_DESK } from "#components/desk/state/desk-state.ts";
import { emptyDraft } from "#components/desk/state/draft.ts";
import { actsSoFar, lastAnswer } from "./last-answer.ts";

const [A, B] = [held("a"), held("b")];
const draft = emptyDraft();

function act(of: typeof A, state: Act["state"]): Act {
  return {
    ...{ key: `${state} ${of.item.id}`, seq: 1, held: of, state, revision: 0, sent: draft, kept: draft },
    ...{ feedback: [], replaced: [], skipReason: null, activeMs: 0, isTried: true, suggestedRefs: [] },
  };
}

const BEGIN: DeskEvent = { type: "reserved", held: [A, B], asked: [] };
const left = (one: Act): DeskEvent => ({ type: "left", act: one, before: draft });
const stored = (one: Act): DeskEvent => ({
  type: "stored",
  key: one.key,
  item: { ...one.held.item, myAnnotationState: one.state },
  own: { ...OWN, revision: 1 },
});
const NONE: ReadonlySet<string> = new Set();
const after = (...events: DeskEvent[]) => lastAnswer(events.reduce(deskAfter, NEW_DESK), NONE);

test("the last answer is known at once, and sent once the service has it", () => {
  const one = act(A, "completed");
  expect(after(BEGIN)).toBe(null);
  expect(after(BEGIN, left(one))).toMatchObject({ item: { id: "a" }, isSent: false });
  expect(after(BEGIN, left(one), stored(one))).toMatchObject({ item: { id: "a" }, isSent: true });
});

test("what was skipped last, or is taken back, is no answer", () => {
  const [one, skip] = [act(A, "completed"), act(B, "skipped")];
  expect(after(BEGIN, left(one), stored(one), left(skip))).toBe(null);
  const taken = act(A, "in_progress");
  expect(after(BEGIN, left(one), stored(one), { type: "undone", draft, act: taken })).toBe(null);
});

test("what was answered before the desk was opened is not the last answer of this sitting", () => {
  const [one, other] = [act(A, "completed"), act(B, "completed")];
  const opened = [BEGIN, left(one)].reduce(deskAfter, NEW_DESK);
  const earlier = actsSoFar(opened);
  expect(lastAnswer(opened, earlier)).toBe(null);
  expect(lastAnswer(deskAfter(opened, left(other)), earlier)).toMatchObject({ item: { id: "b" } });
});
