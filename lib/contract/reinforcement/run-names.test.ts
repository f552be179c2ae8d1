import { expect, test } from "vitest";
import { roundName, usualRunName } from "./run-names.ts";

test("a run that nobody named has a name of its own, however often the same was asked", () => {
  const first = usualRunName("shop", "friends", ["others"]);
  expect(first).toBe("shop, reinforced on friends");
  const second = usualRunName("shop", "friends", [first]);
  expect(second).toBe("shop, reinforced on friends, run 2");
  expect(usualRunName("shop", "friends", [first, second])).toBe("shop, reinforced on friends, run 3");
});

test("a long name gives way to the number, of a run as of its rounds", () => {
  const first = usualRunName("m".repeat(100), "d".repeat(100), []);
  const second = usualRunName("m".repeat(100), "d".repeat(100), [first]);
  expect([first, second].map(({ length }) => length)).toEqual([128, 128]);
  expect(second).toMatch(/, run 2$/);
  expect(roundName(second, 12)).toMatch(/, round 12$/);
  expect(roundName(second, 12)).toHaveLength(128);
});
