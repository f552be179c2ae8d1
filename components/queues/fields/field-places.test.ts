import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { faultyPlace, placesOf, textAt, withTextAt } from "./field-places.ts";

const SCORE: FieldInput = { kind: "integer", min: 1, max: 5 };
const part = (name: string, input: FieldInput) => ({ name, label: name, help: "", isRequired: true, input });
const INNER: FieldInput = { kind: "group", parts: [part("c", SCORE)] };
const FIELDS = [
  { ref: "r1", input: SCORE },
  { ref: "r2", input: { kind: "group", parts: [part("a", SCORE), part("b", INNER)] } satisfies FieldInput },
];

test("each part of an object is a place of its own, in the order of the form", () => {
  expect(placesOf(FIELDS).map(({ place, path }) => [place, path])).toEqual([
    ["r1", []],
    ["r2#a", ["a"]],
    ["r2#b#c", ["b", "c"]],
  ]);
});

test("what is entered at one place leaves the others as they are", () => {
  const text = withTextAt(withTextAt("", ["a"], "2"), ["b", "c"], "3");
  expect([textAt(text, ["a"]), textAt(text, ["b", "c"])]).toEqual(["2", "3"]);
  expect(withTextAt(withTextAt(text, ["a"], ""), ["b", "c"], "")).toBe("");
  expect(withTextAt("1", [], "4")).toBe("4");
});

test("of a field that is refused, the part that is wrong is shown, or else the first that is missing", () => {
  const places = placesOf(FIELDS);
  const wrong = withTextAt(withTextAt("", ["a"], "2"), ["b", "c"], "9");
  expect(faultyPlace(places, "r2", wrong)?.place).toBe("r2#b#c");
  expect(faultyPlace(places, "r2", withTextAt("", ["a"], "2"))?.place).toBe("r2#b#c");
  expect(faultyPlace(places, "r1", "")?.place).toBe("r1");
  expect(faultyPlace(places, "r3", "")).toBeNull();
});
