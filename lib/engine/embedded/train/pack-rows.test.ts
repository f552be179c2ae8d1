import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packRows } from "./pack-rows.ts";

const lengths = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 });
const budgets = fc.integer({ min: 1, max: 4096 });

describe("whatever the lengths and the budget", () => {
  test("each sequence that has tokens lies whole in one row, over no other", () => {
    fc.assert(
      fc.property(lengths, budgets, (given, budget) => {
        const rows = packRows(given, budget).flatMap((batch) =>
          batch.rows.map((placements) => ({ length: batch.length, placements })),
        );
        for (const { length, placements } of rows) {
          let end = 0;
          for (const placement of placements.toSorted((a, b) => a.start - b.start)) {
            expect(placement.start).toBeGreaterThanOrEqual(end);
            expect(placement.length).toBe(given[placement.sequence]);
            end = placement.start + placement.length;
          }
          expect(end).toBeLessThanOrEqual(length);
        }
        const placed = rows.flatMap(({ placements }) => placements.map(({ sequence }) => sequence));
        const withTokens = [...given.keys()].filter((sequence) => given[sequence] !== 0);
        expect(placed.toSorted((a, b) => a - b)).toEqual(withTokens);
      }),
    );
  });

  test("a batch stays within the budget, or is one row", () => {
    fc.assert(
      fc.property(lengths, budgets, (given, budget) => {
        for (const { length, rows } of packRows(given, budget))
          expect(rows.length === 1 || rows.length * length <= budget).toBe(true);
      }),
    );
  });
});

test("rows of one batch's length are spread evenly over batches", () => {
  const sequences = new Array(9).fill(64);
  expect(packRows(sequences, 4 * 64).map(({ rows }) => rows.length)).toEqual([3, 3, 3]);
});

test("sequences of exactly a row's length fill it without padding", () => {
  expect(packRows([256, 256], 2048)).toEqual([
    {
      length: 256,
      rows: [[{ sequence: 0, start: 0, length: 256 }], [{ sequence: 1, start: 0, length: 256 }]],
    },
  ]);
});

test("short sequences fill what a long one leaves, and do not make all rows long", () => {
  const [long, ...short] = [600, ...new Array(40).fill(30)];
  const batches = packRows([long, ...short], 4096);
  const computed = batches.reduce((sum, { length, rows }) => sum + length * rows.length, 0);
  expect(batches.map(({ length }) => length)).toEqual([768, 64]);
  expect(computed).toBeLessThan(2100); // 1,800 tokens are given
});
