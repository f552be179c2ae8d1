import { expect, test } from "vitest";
import { FIRST_ROWS, nextRows } from "./batch-rows.ts";

test("small rows come by the hundred, huge ones by the handful", () => {
  expect(nextRows([])).toBe(FIRST_ROWS);
  expect(nextRows([{ id: "a", n: 1 }])).toBe(500);
  const heavy = nextRows([{ text: "x".repeat(100_000) }, { text: "x".repeat(100_000) }]);
  expect(heavy).toBeGreaterThan(50);
  expect(heavy).toBeLessThan(100);
  expect(nextRows([{ text: "x".repeat(10_000_000) }])).toBe(5);
});
