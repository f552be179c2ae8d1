import { expect, test } from "vitest";
import { sampledAt } from "./sampled-at.ts";

const SETS = [0, 5, 9].map((step) => ({ step, samples: [] }));

test("a step shows the samples that were taken at it or last before it, and no step the newest", () => {
  expect([null, 0, 4, 5, 8, 50].map((step) => sampledAt(SETS, step))).toEqual([2, 0, 0, 1, 1, 2]);
  expect(sampledAt(SETS.slice(1), 2)).toBe(0);
  expect([sampledAt([], null), sampledAt([], 3)]).toEqual([-1, -1]);
});
