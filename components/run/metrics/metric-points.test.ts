import { expect, test } from "vitest";
import { chartTitle, formatMetric, metricNames, metricTitle, pointsOf } from "./metric-points.ts";

const POINT = { first: 3, last: 1, min: 1, max: 9, mean: 2 };
const METRICS = {
  stepsPerPoint: 8,
  series: [
    {
      name: "loss",
      points: [{ ...POINT, firstStep: 1, lastStep: 8 }],
      least: { step: 2, value: 1 },
      greatest: { step: 3, value: 9 },
      recent: [],
    },
  ],
  times: [],
};
const step = (number: number, loss: number) => ({ step: number, metrics: { loss }, at: new Date(0) });

test("steps from the stream follow those that were read, and none is drawn twice", () => {
  const points = pointsOf(
    { ...METRICS, stepsPerPoint: 1 },
    { name: "loss", steps: [step(7, 5), step(8, 4), step(9, 0.5), step(10, 0.25), step(11, 7)], upTo: 10 },
  );
  expect(points.map(({ firstStep, lastStep, mean }) => [firstStep, lastStep, mean])).toEqual([
    [1, 8, 2],
    [9, 9, 0.5],
    [10, 10, 0.25],
  ]);
});

test("a point stands for the same number of steps before and after what was read; the last waits until it is whole", () => {
  const [first] = METRICS.series;
  // Read in the middle of its second span.
  const points = [
    ...(first?.points ?? []),
    { ...POINT, firstStep: 9, lastStep: 12, min: 2, max: 4, mean: 3 },
  ];
  const read = { ...METRICS, series: first ? [{ ...first, points }] : [] };
  const upTo = (last: number) =>
    pointsOf(read, {
      name: "loss",
      steps: Array.from({ length: last - 8 }, (_, i) => step(9 + i, 5)),
    });
  expect(upTo(12)).toEqual([{ firstStep: 1, lastStep: 12, min: 1, max: 9, mean: (8 * 2 + 4 * 3) / 12 }]);
  const second = { firstStep: 9, lastStep: 16, min: 2, max: 5, mean: 4 };
  expect(upTo(16).at(-1)).toEqual(second);
  expect(upTo(23).map(({ firstStep, lastStep }) => [firstStep, lastStep])).toEqual([
    [1, 8],
    [9, 23],
  ]);
  expect(upTo(24).slice(1)).toEqual([second, { firstStep: 17, lastStep: 24, min: 5, max: 5, mean: 5 }]);
});

test("a spike inside a point's span stays visible as its greatest value", () => {
  expect(pointsOf(METRICS, { name: "loss", steps: [] })[0]?.max).toBe(9);
});

test("before anything was read the stream alone draws the curve", () => {
  expect(pointsOf(undefined, { name: "loss", steps: [step(1, 2)] })).toHaveLength(1);
  expect(pointsOf(undefined, { name: "reward", steps: [step(1, 2)] })).toEqual([]);
});

test("the main metrics come first, the rest by name, and counters are not shown", () => {
  expect(metricNames(["grad_norm", "gradient_step", "num_tokens", "reward", "data/x", "loss"])).toEqual({
    main: ["loss", "reward", "grad_norm"],
    more: ["data/x", "num_tokens"],
  });
});

test("metric names and values are written for people", () => {
  expect(metricTitle("grad_norm")).toBe("Grad norm");
  expect(metricTitle("constructor")).toBe("Constructor");
  expect(formatMetric(2.345678)).toBe("2.346");
  expect(formatMetric(0.00005)).toBe("5.00e-5");
  expect(formatMetric(1234567)).toBe("1.23e+6");
  expect(formatMetric(0)).toBe("0");
});

test("a chart of two metrics is called by what both are, and one of a single line by that", () => {
  const both = [{ id: "chosen_logprob" }, { id: "rejected_logprob" }];
  expect(chartTitle("chosen_logprob", both)).toBe("Log-probability, preferred and not");
  expect(chartTitle("chosen_logprob", both.slice(0, 1))).toBe("Log-probability, preferred");
  expect(chartTitle("reward_chosen", [{ id: "reward_chosen" }, { id: "reward_rejected" }])).toBe(
    "Reward, preferred and not",
  );
  // "Loss" is what both are.
  expect(chartTitle("loss", [{ id: "loss" }, { id: "validation_loss" }])).toBe("Loss");
  expect(chartTitle("grad_norm", [{ id: "a job" }, { id: "another" }])).toBe("Grad norm");
});
