import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

/** Moments of steps that take these times, one after the other. */
function stepsOf(durationsMs: readonly number[]): Date[] {
  const moments = [Date.UTC(2026, 0, 1)];
  for (const ms of durationsMs) moments.push((moments.at(-1) ?? 0) + ms);
  return moments.map((at) => new Date(at));
}

test("steps of the same length promise their number times that length, without a range", () => {
  expect(timeLeft(stepsOf(new Array(20).fill(500)), 100)).toEqual({
    estimateMs: 50_000,
    lowMs: 50_000,
    highMs: 50_000,
  });
});

test("before there are enough steps nothing is promised", () => {
  expect(timeLeft([], 10)).toBeNull();
  expect(timeLeft(stepsOf(new Array(7).fill(500)), 10)).toBeNull();
});

test("one pause, as after a restart, moves the estimate hardly at all", () => {
  const durations = new Array(40).fill(1_000);
  durations[20] = 3_600_000;
  const left = timeLeft(stepsOf(durations), 10);
  expect(left?.estimateMs).toBe(10_000);
  expect(left?.highMs).toBe(10_000);
});

test("steps that have become slower are believed after a while, and the range holds what was seen", () => {
  const slower = [...new Array(100).fill(100), ...new Array(60).fill(400)];
  expect(timeLeft(stepsOf(slower), 10)).toMatchObject({ estimateMs: 4_000, lowMs: 4_000, highMs: 4_000 });
  const mixed = timeLeft(stepsOf([...new Array(30).fill(100), ...new Array(30).fill(400)]), 10);
  expect(mixed?.lowMs).toBe(1_000);
  expect(mixed?.highMs).toBe(4_000);
});
