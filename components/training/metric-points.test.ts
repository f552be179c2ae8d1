import { expect, test } from "vitest";
import { formatMetric, metricNames, metricTitle, pointsOf } from "./metric-points.ts";

const POINT = { first: 3, last: 1, min: 1, max: 9, mean: 2 };
const METRICS = {
  stepsPerPoint: 8,
  series: [{ name: "loss", points: [{ ...POINT, firstStep: 1, lastStep: 8 }] }],
};
const step = (number: number, loss: number) => ({ step: number, metrics: { loss } });

test("steps from the stream go on behind those that were read, and none is drawn twice", () => {
  const points = pointsOf(METRICS, [step(7, 5), step(8, 4), step(9, 0.5), step(10, 0.25)], "loss");
  expect(points.map(({ firstStep, lastStep, mean }) => [firstStep, lastStep, mean])).toEqual([
    [1, 8, 2],
    [9, 9, 0.5],
    [10, 10, 0.25],
  ]);
});

test("a spike inside a point's span stays visible as its greatest value", () => {
  expect(pointsOf(METRICS, [], "loss")[0]?.max).toBe(9);
});

test("before anything was read the stream alone draws the curve", () => {
  expect(pointsOf(undefined, [step(1, 2)], "loss")).toHaveLength(1);
  expect(pointsOf(undefined, [step(1, 2)], "reward")).toEqual([]);
});

test("loss and reward come first, and counters are no metric to look at", () => {
  const steps = [{ step: 1, metrics: { grad_norm: 1, gradient_step: 1, reward: 0.5 } }];
  expect(metricNames(METRICS, steps)).toEqual(["loss", "reward", "grad_norm"]);
});

test("metric names and values are written for people", () => {
  expect(metricTitle("grad_norm")).toBe("Grad norm");
  expect(formatMetric(2.345678)).toBe("2.346");
  expect(formatMetric(0.00005)).toBe("5.00e-5");
  expect(formatMetric(1234567)).toBe("1.23e+6");
  expect(formatMetric(0)).toBe("0");
});
