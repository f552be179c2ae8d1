import { expect, test } from "vitest";
import { beginningWith, placeAfter } from "./option-keys.ts";

test("arrows lead to the next option and stop at the ends, Home and End lead there", () => {
  const from = (here: number) =>
    ["ArrowDown", "ArrowUp", "Home", "End", "Tab"].map((key) => placeAfter(key, { here, count: 4 }));
  expect(from(1)).toEqual([2, 0, 0, 3, null]);
  expect(from(0)).toEqual([1, 0, 0, 3, null]);
  expect(from(3)).toEqual([3, 2, 0, 3, null]);
  expect(from(-1)).toEqual([0, 3, 0, 3, null]);
});

test("words lead to the option that begins with them, and one letter walks through those that begin with it", () => {
  const options = ["round 1", "round 2", "all", "round 12"];
  const typing = (typed: string, here: number) => beginningWith(typed, { options, here });
  expect(typing("a", 0)).toBe(2);
  expect(typing("round 1", 1)).toBe(3);
  expect(typing("round 1", 3)).toBe(3);
  expect(typing("round 2", 3)).toBe(1);
  expect([typing("r", -1), typing("r", 0), typing("rr", 1), typing("rrr", 3)]).toEqual([0, 1, 3, 0]);
  expect(typing("x", 0)).toBe(-1);
  expect(beginningWith("x", { options: [], here: -1 })).toBe(-1);
});
