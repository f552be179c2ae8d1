import { expect, test } from "vitest";
import type { JobState } from "#lib/contract/training/job-states.ts";
import { msIn, stateTimes } from "./state-times.ts";

const at = (seconds: number) => new Date(seconds * 1_000);
const states = (...parts: [JobState, number][]) => parts.map(([state, s]) => ({ state, since: at(s) }));

test("each state lasts until the next one, the last one until now, and an end lasts not at all", () => {
  const running = stateTimes(states(["queued", 0], ["validating", 3], ["running", 4]), at(64));
  expect(running.map(({ state, ms }) => [state, ms])).toEqual([
    ["queued", 3_000],
    ["validating", 1_000],
    ["running", 60_000],
  ]);
  expect(stateTimes(states(["queued", 0], ["cancelled", 2]), at(99)).at(-1)?.ms).toBeNull();
});

test("a state that is repeated without another in between counts once", () => {
  const times = stateTimes(states(["validating", 0], ["validating", 5], ["running", 7]), at(8));
  expect(times.map(({ state, ms }) => [state, ms])).toEqual([
    ["validating", 7_000],
    ["running", 1_000],
  ]);
});

test("of a job that took many turns each state counts once, and the present one stands last", () => {
  const turns = Array.from({ length: 4 }, (_, n): [JobState, number][] => [
    ["queued", 120 * n],
    ["validating", 120 * n + 60],
    ["running", 120 * n + 61],
  ]).flat();
  expect(stateTimes(states(...turns), at(480)).map(({ state, ms }) => [state, ms])).toEqual([
    ["queued", 240_000],
    ["validating", 4_000],
    ["running", 236_000],
  ]);
  const waiting = stateTimes(states(...turns, ["queued", 480]), at(490));
  expect(waiting.map(({ state }) => state)).toEqual(["validating", "running", "queued"]);
  expect(waiting.at(-1)?.ms).toBe(250_000);
  expect(msIn("running", states(...turns, ["queued", 480]), at(490))).toBe(236_000);
});
