import { expect, test } from "vitest";
import { isBetterLess, runFigures } from "./run-figures.ts";

const SPAN = { firstStep: 1, lastStep: 8, first: 9, last: 3, min: 1, max: 9, mean: 4 };
const SERIES = {
  name: "loss",
  points: [SPAN],
  least: { step: 5, value: 1 },
  greatest: { step: 1, value: 9 },
  recent: [],
};
const live = (step: number, value: number) => ({
  firstStep: step,
  lastStep: step,
  min: value,
  max: value,
  mean: value,
});

test("a run's figures name the very step of its best, and what came live since counts", () => {
  expect(runFigures(SERIES, [SPAN], { isLess: true })).toEqual({
    best: { step: 5, value: 1 },
    last: 3,
    min: 1,
    max: 9,
  });
  expect(runFigures(SERIES, [SPAN, live(9, 0.5), live(10, 2)], { isLess: true })).toEqual({
    best: { step: 9, value: 0.5 },
    last: 2,
    min: 0.5,
    max: 9,
  });
  expect(runFigures(SERIES, [SPAN], { isLess: false }).best).toEqual({ step: 1, value: 9 });
  expect(runFigures(undefined, [], { isLess: true }).best).toBeNull();
});

test("less is better of losses, and more of rewards", () => {
  expect(["loss", "grad_norm", "reward", "group_metric_score"].map(isBetterLess)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
