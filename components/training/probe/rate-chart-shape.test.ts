import { expect, test } from "vitest";
import { rateChartShape } from "./rate-chart-shape.ts";

const AXIS = { from: 1e-3 / 10 ** 1.5, to: 1e-3 * 10 ** 1.5 };

test("the usual rate is in the middle, and each power of ten a third of the axis further", () => {
  const points = [1e-4, 1e-3, 1e-2].map((learningRate, at) => ({ learningRate, loss: 3 - at }));
  const shape = rateChartShape(points, AXIS);
  expect(shape?.xOf(1e-3)).toBeCloseTo(0.5);
  expect(shape?.line.map(({ x }) => Number(x.toFixed(4)))).toEqual([0.1667, 0.5, 0.8333]);
  expect(shape?.ticks.map(({ rate }) => rate)).toEqual([1e-4, 1e-3, 1e-2]);
  expect([shape?.most, shape?.least]).toEqual([3, 1]);
  expect(shape?.xOf(0.5)).toBeNull();
});

test("a lost model leaves room for the curve before it, and one point is no line", () => {
  const points = [4, 1, 2, 900].map((loss, at) => ({ learningRate: 10 ** (at - 4), loss }));
  expect(rateChartShape(points, AXIS)?.most).toBe(5.5);
  expect(rateChartShape(points.slice(0, 1), AXIS)).toBeNull();
});
