import { expect, test } from "vitest";
import { changedFacts, hasSameBody } from "./changed-facts.ts";

test("a row that moved or weighs otherwise has the same body, and says so in words", () => {
  const before = { row_id: "r", split: "held_out", weight: 1, messages: [{ role: "user", content: "a" }] };
  const after = { ...before, split: "train", weight: 0.5 };
  expect(changedFacts(before, after)).toEqual(["from held out to training", "weight from 1 to 0.5"]);
  expect(hasSameBody(before, after)).toBe(true);
  expect(hasSameBody(before, { ...before, messages: [] })).toBe(false);
  expect(changedFacts(before, before)).toEqual([]);
});
