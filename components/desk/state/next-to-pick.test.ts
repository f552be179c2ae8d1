import { expect, test } from "vitest";
import { type FieldPlace, placesOf } from "#components/queues/fields/field-places.ts";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { nextToPick, nextUnanswered, openToPick } from "./next-to-pick.ts";

const OPTIONS = ["a", "b"].map((value) => ({ value, help: "" }));
const INPUTS = {
  yes: { kind: "boolean" },
  many: { kind: "choices", options: OPTIONS, min: null, max: null },
  marks: { kind: "spans", options: OPTIONS, min: null, max: null },
  text: { kind: "text", maxLength: null },
  stars: { kind: "integer", min: 1, max: 5 },
} satisfies { [ref: string]: FieldInput };
type Ref = keyof typeof INPUTS;

function form(...refs: Ref[]): FieldPlace[] {
  return placesOf(refs.map((ref) => ({ ref, input: INPUTS[ref] })));
}

const onlyFor = (...refs: Ref[]) => ({
  mustBeWritten: ({ ref }: FieldPlace) => refs.some((one) => one === ref),
});

test.each<[string, Ref[], Ref[], Ref | undefined]>([
  ["a question that a digit answers", ["yes", "stars"], [], "stars"],
  [
    "one that is answered in the text: 0 says that nothing is to be marked",
    ["yes", "marks", "stars"],
    [],
    "marks",
  ],
  ["past what may stay unwritten", ["yes", "text", "stars"], [], "stars"],
  ["nowhere before what must be written", ["yes", "text", "stars"], ["text"], undefined],
  ["nowhere after the last", ["yes", "text"], [], undefined],
  ["from one that is answered in the text, on", ["marks", "text", "stars"], [], "stars"],
  ["nowhere where several may be picked", ["many", "stars"], [], undefined],
])("the next digit goes to %s", (_, refs, unwritten, next) => {
  const asked = form(...refs);
  const [answered] = asked;
  expect(answered && nextToPick(asked, answered, onlyFor(...unwritten))?.ref).toBe(next);
});

test("Enter leaves a question that takes several answers, as long as one after it has none", () => {
  const next = (refs: Ref[], given: Ref[], { from = 0, unwritten = [] as Ref[] } = {}) => {
    const asked = form(...refs);
    const here = asked[from] ?? expect.unreachable("the form has that question");
    const isGiven = ({ ref }: FieldPlace) => given.some((one) => one === ref);
    return nextUnanswered(asked, here, { isGiven, ...onlyFor(...unwritten) })?.ref;
  };
  expect(next(["many", "yes", "stars"], ["many"])).toBe("yes");
  expect(next(["many", "yes", "stars"], ["many", "yes"])).toBe("stars");
  expect(next(["marks", "yes"], [])).toBe("yes");
  expect(next(["many", "text", "yes"], ["many"])).toBe("yes");
  expect(next(["many", "text", "yes"], ["many"], { unwritten: ["text"] })).toBe("text");
  // What comes before it was passed by on purpose, and nobody has to write.
  expect(next(["yes", "many", "text"], ["many"], { from: 1 })).toBeUndefined();
  expect(next(["many", "yes"], ["many", "yes"])).toBeUndefined();
  // From all others the digit moves on by itself, so that Enter submits.
  expect(next(["yes", "stars"], ["yes"])).toBeUndefined();
});

test.each<[string, Ref[], Ref[], Ref | undefined]>([
  ["the first question without an answer", ["yes", "stars"], [], "yes"],
  ["past what is answered and what is typed", ["yes", "text", "stars"], ["yes"], "stars"],
  ["back to the only one that has digits", ["text", "yes"], ["yes"], "yes"],
  ["nowhere where several are answered", ["yes", "stars"], ["yes", "stars"], undefined],
  ["nowhere where all is typed", ["text"], [], undefined],
])("after a text of one's own the next digit goes to %s", (_, refs, given, open) => {
  const isGiven = ({ ref }: FieldPlace) => given.some((one) => one === ref);
  expect(openToPick(form(...refs), { isGiven })?.ref).toBe(open);
});
