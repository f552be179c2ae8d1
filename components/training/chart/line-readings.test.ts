import { expect, test } from "vitest";
import type { MetricPoint } from "#components/run/metrics/metric-points.ts";
import { type ChartLine, chartFrame } from "./frame/chart-frame.ts";
import type { ChartView } from "./frame/chart-view.ts";
import { STEPS, stepAxis } from "./frame/step-axis.ts";
import { lineReadings } from "./line-readings.ts";

const VIEW: ChartView = { x: "step", smoothing: 0, logX: false, logY: false, clip: false, zoom: null };

function at(step: number, mean: number, lastStep = step): MetricPoint {
  return { firstStep: step, lastStep, min: mean, max: mean, mean };
}

function line(id: string, points: readonly MetricPoint[], part: Partial<ChartLine> = {}): ChartLine {
  return { id, label: id, points, axis: STEPS, ...part };
}

/** What a reader sees of each line: its value, its step where steps differ, the difference and the step of that where it is another. */
function read(lines: readonly ChartLine[], { hovered = null as number | null, view = VIEW } = {}) {
  const readings = lineReadings(lines, chartFrame(lines, view), { view, hovered });
  return readings.map(({ value, place, difference }) => [
    value,
    place,
    difference?.value ?? null,
    difference?.place ?? null,
  ]);
}

test("values of one step have their difference, and name no step", () => {
  const lines = [line("a", [at(1, 4), at(2, 3)]), line("b", [at(1, 5), at(2, 3.5)])];
  expect(read(lines)).toEqual([
    [3, null, null, null],
    [3.5, null, 0.5, null],
  ]);
});

test("the loss of step 30 is not compared with a validation of step 22: each names its step, and the difference that of both", () => {
  const losses = Array.from({ length: 30 }, (_, index) => at(index + 1, 4 - index / 10));
  const lines = [line("loss", losses), line("validation", [at(11, 7), at(22, 6)])];
  const [loss, validation] = read(lines);
  expect(loss).toEqual([expect.closeTo(1.1), "step 30", null, null]);
  expect(validation).toEqual([6, "step 22", expect.closeTo(6 - 1.9), "step 22"]);
});

test("without a step that both have there is no difference", () => {
  const lines = [line("good", [at(1, 1), at(3, 2)]), line("bad", [at(2, 0.5), at(4, 1)])];
  expect(read(lines)).toEqual([
    [2, "step 3", null, null],
    [1, "step 4", null, null],
  ]);
});

test("at the cursor the nearest step of each line is named, where they differ", () => {
  const lines = [line("loss", [at(1, 4), at(2, 3), at(3, 2)]), line("validation", [at(1, 5)])];
  expect(read(lines, { hovered: 1 })[1]).toEqual([5, null, 1, null]);
  expect(read(lines, { hovered: 3 })).toEqual([
    [2, "step 3", null, null],
    [5, "step 1", 1, "step 1"],
  ]);
});

test("a value of one step is compared with the span that holds its step, which is named", () => {
  const lines = [line("loss", [at(1, 4, 8), at(9, 3, 16)]), line("validation", [at(12, 5)])];
  expect(read(lines)).toEqual([
    [3, "steps 9–16", null, null],
    [5, "step 12", 2, "steps 9–16"],
  ]);
});

test("a level holds at each step", () => {
  const lines = [
    line("measured", [at(0, 1), at(4, 3), at(9, 4)]),
    line("asked", [at(0, 2), at(9, 2)], { isLevel: true }),
  ];
  expect(read(lines, { hovered: 4 })).toEqual([
    [3, null, null, null],
    [2, null, -1, null],
  ]);
});

test("jobs over time are compared at the same time, at which their steps differ", () => {
  const lines = [
    line("quick", [at(1, 4), at(2, 3), at(3, 2)], { axis: stepAxis([{ step: 10, x: 100 }]) }),
    line("slow", [at(1, 5)], { axis: stepAxis([{ step: 10, x: 300 }]) }),
  ];
  expect(read(lines, { hovered: 30, view: { ...VIEW, x: "time" } })).toEqual([
    [2, "step 3", null, null],
    [5, "step 1", 3, null],
  ]);
});
