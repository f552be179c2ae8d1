import { expect, test } from "vitest";
import { cellOf, confusionTable, type PairCell, tintOf } from "./heat-map.ts";

const CELL: PairCell = {
  first: "ida",
  second: "ben",
  items: 5,
  percent: 0.6,
  kappa: 0.2,
  confusion: [
    { first: "10", second: "2", count: 2 },
    { first: "2", second: "2", count: 3 },
  ],
};

test("A pair is found whichever of the two is asked first, and its counts are turned with it", () => {
  expect(cellOf([CELL], "ida", "ben")).toBe(CELL);
  expect(cellOf([CELL], "ben", "ida")?.confusion[0]).toEqual({ first: "2", second: "10", count: 2 });
  expect(cellOf([CELL], "ben", "cho")).toBeNull();
});

test("A confusion table is square over the values of both, numbers by size", () => {
  expect(confusionTable(CELL)).toEqual({
    values: ["2", "10"],
    counts: [
      [3, 0],
      [2, 0],
    ],
  });
});

test("More agreement never has a fainter tint", () => {
  const tints = [null, 0, 0.5, 0.69, 0.7, 0.8, 0.9, 1].map(tintOf);
  expect(tints).toEqual([...tints].sort());
  expect(tints[0]).toBe(0);
  expect(tints.at(-1)).toBe(4);
});
