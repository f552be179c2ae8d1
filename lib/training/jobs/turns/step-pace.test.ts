import { expect, test } from "vitest";
import { stepPace } from "./step-pace.ts";

/** Moments of steps that take these times, one after the other. */
function stepsOf(durations: readonly number[], from = 0): number[] {
  const moments = [from];
  for (const seconds of durations) moments.push((moments.at(-1) ?? 0) + seconds);
  return moments;
}

test("steps of the same length promise that length, without a range", () => {
  expect(stepPace([stepsOf(new Array(20).fill(0.5))])).toEqual({ estimate: 0.5, low: 0.5, high: 0.5 });
});

test("before there are enough steps nothing is promised", () => {
  expect(stepPace([])).toBeNull();
  expect(stepPace([stepsOf(new Array(7).fill(0.5))])).toBeNull();
  expect(stepPace(new Array(10).fill(stepsOf([1])))).toBeNull();
});

test("one pause, as after a restart, moves the estimate hardly at all", () => {
  const durations = new Array(40).fill(1);
  durations[20] = 3_600;
  expect(stepPace([stepsOf(durations)])).toMatchObject({ estimate: 1, high: 1 });
});

test("what others take between two turns is no step", () => {
  const turns = [0, 100, 200, 300].map((from) => stepsOf(new Array(4).fill(1), from));
  expect(stepPace(turns)).toEqual({ estimate: 1, low: 1, high: 1 });
});

test("the range holds what was seen", () => {
  const mixed = stepPace([stepsOf([...new Array(30).fill(0.1), ...new Array(30).fill(0.4)])]);
  expect(mixed?.low).toBeCloseTo(0.1);
  expect(mixed?.high).toBeCloseTo(0.4);
});
