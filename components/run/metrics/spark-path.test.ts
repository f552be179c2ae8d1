import { expect, test } from "vitest";
import { sparkPath } from "./spark-path.ts";

const point = (step: number, mean: number) => ({
  firstStep: step,
  lastStep: step,
  min: mean,
  max: mean,
  mean,
});

test("a small curve fills its box from the first step to the last, great values on top", () => {
  expect(sparkPath([point(1, 3), point(2, 1), point(5, 2)])).toBe("M0.0 1.5L24.0 18.5L96.0 10.0");
});

test("a single value, and one that never changes, are drawn in the middle", () => {
  expect(sparkPath([point(1, 7)])).toBe("M48.0 10.0");
  expect(sparkPath([point(1, 7), point(2, 7)])).toBe("M0.0 10.0L96.0 10.0");
  expect(sparkPath([])).toBe("");
});
