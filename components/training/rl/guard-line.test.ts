import { expect, test } from "vitest";
import { guardLine } from "./guard-line.ts";

test("each figure of a guard has its interval as a band, and what was not measured is no point", () => {
  const guard = { value: 0.1, low: -0.1, high: 0.3, n: 40, method: "paired_bootstrap" as const };
  const rounds = [
    { round: 1, guard },
    { round: 2, guard: null },
    { round: 3, guard: { ...guard, low: null, high: null } },
    { round: 4, guard: { ...guard, value: null } },
  ];
  expect(guardLine(rounds).points).toEqual([
    { firstStep: 1, lastStep: 1, mean: 0.1, min: -0.1, max: 0.3 },
    { firstStep: 3, lastStep: 3, mean: 0.1, min: 0.1, max: 0.1 },
  ]);
});
