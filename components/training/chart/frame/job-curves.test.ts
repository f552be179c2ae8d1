import { expect, test } from "vitest";
import type { TrainingMetrics } from "#lib/contract/training/training-progress.ts";
import { type CurveData, curveAxis, curvePoints, SPEED_METRIC, stepsInSight } from "./job-curves.ts";
import { STEPS } from "./step-axis.ts";

/** Spans of two steps with 10 tokens a step, each span taking 4 seconds. */
function metrics(spans: number): TrainingMetrics {
  const points = Array.from({ length: spans }, (_, n) => ({
    firstStep: 2 * n + 1,
    lastStep: 2 * n + 2,
    first: 10,
    last: 10,
    min: 10,
    max: 10,
    mean: 10,
  }));
  const extreme = { step: 1, value: 10 };
  return {
    stepsPerPoint: 2,
    series: [{ name: "num_tokens", points, least: extreme, greatest: extreme, recent: [] }],
    times: Array.from({ length: spans }, (_, n) => ({
      step: 2 * n + 2,
      seconds: 4 * (n + 1),
      slowest: 4,
      quickest: 8,
    })),
  };
}

const STARTED = new Date(0);
const data = (part: Partial<CurveData> = {}): CurveData => ({
  base: metrics(2),
  detail: null,
  steps: [{ step: 5, metrics: { num_tokens: 30 }, at: new Date(11_000) }],
  startedAt: STARTED,
  ...part,
});

test("what was read and what came live since stand on one axis of time and one of tokens", () => {
  expect([2, 4, 5].map(curveAxis(data(), "time").toX)).toEqual([4, 8, 11]);
  expect([1, 4, 5].map(curveAxis(data(), "tokens").toX)).toEqual([10, 40, 70]);
  expect(curveAxis(data(), "step").toX(7)).toBe(7);
});

test("the speed is the tokens of a span over the time that it took, between its slowest and its quickest step", () => {
  const steps = [5, 6].map((n) => ({
    step: n,
    metrics: { num_tokens: 30 },
    at: new Date((n === 5 ? 11 : 21) * 1000),
  }));
  const points = curvePoints(data({ steps }), SPEED_METRIC);
  expect(points.map(({ lastStep, min, mean, max }) => [lastStep, min, mean, max])).toEqual([
    [2, 4, 5, 8],
    [4, 4, 5, 8],
    // 30 tokens in 3 seconds, and then in 10.
    [6, 3, 60 / 13, 10],
  ]);
  expect(curvePoints(data({ base: undefined, steps: [] }), SPEED_METRIC)).toEqual([]);
});

test("a detailed part replaces the whole, and does not continue after its end", () => {
  const detail = { metrics: metrics(1), upTo: 4 };
  expect(curvePoints(data({ detail }), "num_tokens").map(({ lastStep }) => lastStep)).toEqual([2]);
  const open = { metrics: metrics(2), upTo: 5 };
  expect(curvePoints(data({ detail: open }), "num_tokens").at(-1)?.lastStep).toBe(5);
});

test("zooming reads the visible steps, as many before them for smoothing, and a few after them", () => {
  expect(stepsInSight(STEPS, { from: 100.4, to: 109.2 })).toEqual({ fromStep: 89, toStep: 112 });
  expect(stepsInSight(STEPS, { from: -3, to: 0.2 })).toEqual({ fromStep: 1, toStep: 3 });
  expect(stepsInSight(STEPS, { from: 10_000, to: 20_000 }).fromStep).toBe(9_488);
});
