import { expect, test } from "vitest";
import { usualEpochs, usualPreferenceEpochs } from "./usual-epochs.ts";

test("few rows are read until there are enough steps, but not by heart, and many rows once", () => {
  const at = (rows: number, batchSize = 4) => usualEpochs(rows, batchSize);
  expect([at(19), at(40), at(80)]).toEqual([20, 10, 5]);
  expect([at(0), at(1), at(8)]).toEqual([20, 20, 20]);
  expect([at(240), at(400), at(800), at(1_200), at(50_000)]).toEqual([4, 3, 2, 1, 1]);
  expect([at(240, 8), at(19, 19), at(1_000, 100_000)]).toEqual([4, 20, 20]);
});

test("few pairs are read until there are enough steps, fewer times than examples, and many twice or once", () => {
  const at = (rows: number, batchSize = 8) => usualPreferenceEpochs(rows, batchSize);
  expect([at(0), at(8), at(21), at(40), at(80)]).toEqual([10, 10, 10, 8, 4]);
  expect([at(176), at(1_000), at(1_600), at(50_000)]).toEqual([2, 2, 2, 1]);
  expect(at(21, 1)).toBe(2);
});
