import { expect, test } from "vitest";
import { neverUnsure } from "./never-unsure.ts";

function part(label: string, type: "string_check" | "spindle.judge" | "spindle.number_match", weight = 1) {
  return { label, weight, grader: { type } };
}

test("a single grader that gives only 0 or 1 is never unsure, several only where they differ", () => {
  const asksBack = part("asks back", "string_check");
  expect(neverUnsure([asksBack], "uncertain")).toBe(
    "“asks back” scores only 0 or 1, so it is never unsure, and nobody will be asked. Choose “All of them”.",
  );
  expect(neverUnsure([asksBack, part("watched", "spindle.judge", 0)], "uncertain")).toMatch(/never unsure/);
  expect(neverUnsure([asksBack, part("number", "spindle.number_match")], "uncertain")).toMatch(
    /only where two of them differ/,
  );
  expect(neverUnsure([asksBack, part("judge", "spindle.judge")], "uncertain")).toBeNull();
  expect(neverUnsure([asksBack], "all")).toBeNull();
  expect(neverUnsure([], "uncertain")).toBeNull();
});
