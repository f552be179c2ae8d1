import { expect, test } from "vitest";
import type { MetricPoint } from "#components/run/metrics/metric-points.ts";
import { type ChartLine, chartFrame, nearestMark } from "./chart-frame.ts";
import type { ChartView } from "./chart-view.ts";
import { STEPS, stepAxis } from "./step-axis.ts";

const VIEW: ChartView = { x: "step", smoothing: 0, logX: false, logY: false, clip: false, zoom: null };

function single(values: readonly number[]): MetricPoint[] {
  return values.map((value, at) => ({
    firstStep: at + 1,
    lastStep: at + 1,
    min: value,
    max: value,
    mean: value,
  }));
}

function line(points: readonly MetricPoint[], part: Partial<ChartLine> = {}): ChartLine {
  return { id: "a", label: "a", points, axis: STEPS, ...part };
}

test("a spike that is hidden in a span is inside the vertical range and in the band", () => {
  const spans = [
    { firstStep: 1, lastStep: 8, min: 1, max: 1000, mean: 126 },
    { firstStep: 9, lastStep: 16, min: 1, max: 1, mean: 1 },
  ];
  const frame = chartFrame([line(spans)], VIEW);
  expect(frame.yRange[1]).toBeGreaterThanOrEqual(1000);
  expect(frame.columns).toEqual([
    [4.5, 12.5],
    [126, 1],
    [126, 1],
    [1, 1],
    [1000, 1],
  ]);
  expect(frame.beyond).toBe(0);
});

test("clipping leaves single outliers out of the range and says how many it leaves out", () => {
  const values = Array.from({ length: 200 }, (_, n) => 1 + (n % 10) / 10);
  values[50] = 500;
  values[120] = -500;
  const { yRange, beyond } = chartFrame([line(single(values))], { ...VIEW, clip: true });
  expect(yRange[0]).toBeGreaterThan(0.5);
  expect(yRange[1]).toBeLessThan(2.5);
  expect(beyond).toBe(2);
  expect(chartFrame([line(single([1, 2]))], { ...VIEW, clip: true }).beyond).toBe(0);
});

test("a logarithmic axis says how many points it cannot show, and keeps the others", () => {
  const frame = chartFrame([line(single([10, 0, -1, 1000]))], { ...VIEW, logY: true });
  expect(frame.unshown).toBe(2);
  expect(frame.columns[1]).toEqual([10, null, null, 1000]);
  expect(frame.yRange[0]).toBeGreaterThan(0);
  expect(frame.yRange[1]).toBeGreaterThanOrEqual(1000);
});

test("smoothing looks at what lies before the sight, so that zooming moves no curve", () => {
  const points = single([10, 0, 4, 8, 3, 9]);
  const whole = chartFrame([line(points)], { ...VIEW, smoothing: 0.8 });
  const zoomed = chartFrame([line(points)], { ...VIEW, smoothing: 0.8, zoom: { from: 4, to: 5 } });
  expect(zoomed.marks[0]).toEqual(whole.marks[0]?.slice(3, 5));
  expect(zoomed.xRange).toEqual([4, 5]);
});

test("lines with places of their own share one axis, and where a line has none it is not interrupted", () => {
  const slow = stepAxis([{ step: 10, x: 100 }]);
  const frame = chartFrame([line(single([1, 2])), line(single([5, 6]), { axis: slow })], VIEW);
  expect(frame.columns[0]).toEqual([1, 2, 10, 20]);
  expect(frame.columns[1]).toEqual([1, 2, undefined, undefined]);
  expect(frame.columns[5]).toEqual([undefined, undefined, 5, 6]);
});

test("charts of one page may share what they show, until somebody looks closer", () => {
  const points = [line(single([1, 2]))];
  expect(chartFrame(points, VIEW, { from: 1, to: 50 }).xRange).toEqual([1, 50]);
  expect(chartFrame(points, { ...VIEW, zoom: { from: 1, to: 2 } }, { from: 1, to: 50 }).xRange).toEqual([
    1, 2,
  ]);
});

test("one value, and none, still have a range", () => {
  for (const logY of [false, true]) {
    for (const values of [[3], []]) {
      const { xRange, yRange } = chartFrame([line(single(values))], { ...VIEW, logY });
      expect(xRange[0]).toBeLessThan(xRange[1]);
      expect(yRange[0]).toBeLessThan(yRange[1]);
    }
  }
});

test("an axis does not reach beyond 0 where no value does, and that of shares goes from 0 to 1", () => {
  const range = (values: number[], part: Partial<ChartView> = {}) =>
    chartFrame([line(single(values))], { ...VIEW, ...part }).yRange;
  expect(range([0, 0])).toEqual([0, 1]);
  expect(range([0, 0.5])[0]).toBe(0);
  expect(range([-0.5, 0])[1]).toBe(0);
  expect(range([-1, 1])).toEqual([-1.1, 1.1]);
  expect(range([0.5, 0.6], { isShare: true })).toEqual([0, 1]);
});

test("the mark nearest to a place is found, at the ends too", () => {
  const [marks = []] = chartFrame([line(single([1, 2, 3, 4]))], VIEW).marks;
  expect([-5, 1.4, 1.6, 3, 99].map((x) => nearestMark(marks, x)?.point.mean)).toEqual([1, 1, 2, 3, 4]);
  expect(nearestMark([], 1)).toBeNull();
});
