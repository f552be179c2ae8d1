import { expect, test } from "vitest";
import type { TrainingEvent } from "#lib/contract/training/training-progress.ts";
import { KEPT_EVENTS, NOTHING_YET, withEvents } from "./live-job.ts";

let made = 0;

function event(type: string, data: Record<string, unknown>): TrainingEvent {
  made += 1;
  return { id: `event-${made}`, type, data, createdAt: new Date(Date.UTC(2026, 0, 1) + made * 1_000) };
}

const STEP = (loss: number) => event("gradient_step", { loss, num_tokens: 30 });

test("a job's stream has its state, its steps, its tokens and its number of steps", () => {
  const running = event("state", { state: "running" });
  const job = withEvents(NOTHING_YET, [
    event("state", { state: "queued" }),
    running,
    event("training_started", { num_sequences: 50 }),
    STEP(2),
    STEP(1),
  ]);
  expect(job).toMatchObject({ state: "running", step: 2, totalSteps: 50, tokens: 60, eventCount: 5 });
  expect(job.states.map(({ state }) => state)).toEqual(["queued", "running"]);
  expect(job.states.at(-1)?.since).toEqual(running.createdAt);
  expect(job.steps.map(({ step, metrics }) => [step, metrics.loss])).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test("every event is logged, each step with its number and its time", () => {
  const job = withEvents(NOTHING_YET, [
    event("state", { state: "running" }),
    event("training_started", { num_sequences: 2 }),
    event("speed", { tokens_per_second: 900, seconds_left: 4 }),
    STEP(2),
    event("training_ended", { checkpoint_step: 1 }),
  ]);
  expect(job.events.map(({ type, step }) => [type, step])).toEqual([
    ["state", null],
    ["training_started", null],
    ["speed", null],
    ["gradient_step", 1],
    ["training_ended", null],
  ]);
  expect(job.steps[0]?.at).toEqual(job.events[3]?.createdAt);
  expect(job.speed).toEqual({ tokensPerSecond: 900, secondsLeft: 4 });
});

test("events that come in pieces give the same as all at once", () => {
  const events = [event("training_started", { num_sequences: 3 }), STEP(3), STEP(2), STEP(1)];
  const once = withEvents(NOTHING_YET, events);
  const pieces = events.reduce((job, one) => withEvents(job, [one]), NOTHING_YET);
  expect(pieces).toEqual(once);
});

test("of a job with very many steps the newest events are kept and all are counted", () => {
  const events = Array.from({ length: KEPT_EVENTS + 10 }, (_, i) => STEP(i));
  const job = withEvents(NOTHING_YET, events);
  expect(job.events).toHaveLength(KEPT_EVENTS);
  expect(job.events.at(-1)?.step).toBe(KEPT_EVENTS + 10);
  expect(job.eventCount).toBe(KEPT_EVENTS + 10);
});

test("samples and rewards are read from the trainer's events, and nonsense is not a sample", () => {
  const job = withEvents(NOTHING_YET, [
    event("samples", { step: 0, samples: [{ prompt: "Hi", text: "Hello" }, "nonsense"] }),
    event("groups", { groups: [{ rewards: [0, 1], is_trainable: true }] }),
    event("state", { state: "a word of another version" }),
  ]);
  expect(job.samples).toEqual([{ step: 0, samples: [{ prompt: "Hi", text: "Hello" }] }]);
  expect(job.groups).toEqual([[0, 1]]);
  expect(job.state).toBeNull();
});

test("steps that are only sent as a sum count, and later steps continue from there", () => {
  const job = withEvents(NOTHING_YET, [
    event("training_started", { num_sequences: 5_000 }),
    event("so_far", { events: 4_003, steps: 4_000, tokens: 120_000 }),
    STEP(2),
  ]);
  expect(job).toMatchObject({ step: 4_001, totalSteps: 5_000, tokens: 120_030, eventCount: 4_004 });
  expect(job.events.map(({ type, step }) => [type, step])).toEqual([
    ["training_started", null],
    ["gradient_step", 4_001],
  ]);
  expect(job.steps.map(({ step }) => step)).toEqual([4_001]);
});
