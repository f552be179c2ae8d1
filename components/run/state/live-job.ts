import { isDict } from "#lib/contract/fields.ts";
import { JOB_STATES, type JobState } from "#lib/contract/training/job-states.ts";
import { TOKEN_METRICS, type TrainingEvent } from "#lib/contract/training/training-progress.ts";

/** Events that stay on the page; a job of many steps has more, and the newest ones matter. */
export const KEPT_EVENTS = 10_000;
/** The number of earlier events that the stream sends one by one when a page opens; the curves are read separately. */
export const TOLD_EVENTS = 1_000;

/** An event; `step` counts the optimiser steps and is null for events of another kind. */
export type LoggedEvent = TrainingEvent & { step: number | null };
export type LiveStep = { step: number; metrics: Readonly<Record<string, number>>; at: Date };
export type StateTime = { state: JobState; since: Date };
/** What the model said to the job's fixed prompts after a step. */
export type SampleSet = { step: number; samples: readonly { prompt: string; text: string }[] };
export type Speed = { tokensPerSecond: number | null; secondsLeft: number | null };

/** The state of a job, from its stream so far. */
export type LiveJob = {
  /** Null until the stream has sent one. */
  state: JobState | null;
  /** Each state that it has been in, in order. */
  states: readonly StateTime[];
  step: number;
  totalSteps: number | null;
  /** The newest ones, oldest first. */
  events: readonly LoggedEvent[];
  /** Those that are no longer kept as well. */
  eventCount: number;
  steps: readonly LiveStep[];
  samples: readonly SampleSet[];
  /** Rewards of each group of a reinforcement job. */
  groups: readonly (readonly number[])[];
  speed: Speed | null;
  /** What the job waits for; undefined until the stream has said. */
  waitingFor: string | null | undefined;
  /** Tokens of all steps. */
  tokens: number;
};

export const NOTHING_YET: LiveJob = {
  state: null,
  states: [],
  step: 0,
  totalSteps: null,
  events: [],
  eventCount: 0,
  steps: [],
  samples: [],
  groups: [],
  speed: null,
  waitingFor: undefined,
  tokens: 0,
};

/** The job after some more events of its stream, in order. */
export function withEvents(job: LiveJob, events: readonly TrainingEvent[]): LiveJob {
  const logged: LoggedEvent[] = [];
  const steps: LiveStep[] = [];
  const next = { ...job };
  for (const event of events) {
    next.eventCount += 1;
    if (event.type === "gradient_step") {
      next.step += 1;
      const metrics = numbersIn(event.data);
      next.tokens += tokensIn(metrics);
      steps.push({ step: next.step, metrics, at: event.createdAt });
    } else Object.assign(next, changeBy(next, event));
    if (event.type !== SUM_EVENT)
      logged.push({ ...event, step: event.type === "gradient_step" ? next.step : null });
  }
  if (logged.length > 0) next.events = [...job.events, ...logged].slice(-KEPT_EVENTS);
  if (steps.length > 0) next.steps = [...job.steps, ...steps].slice(-KEPT_EVENTS);
  return next;
}

/** Every kind of event that is listened for. */
export const EVENT_TYPES = [
  "training_started",
  "gradient_step",
  "training_ended",
  "training_failed",
  "state",
  "groups",
  "samples",
  "speed",
  "waiting",
  "restarted",
  "checkpoint",
] as const;

/** Sums up the events that the stream does not send one by one. */
export const SUM_EVENT = "so_far";

function tokensIn(metrics: Readonly<Record<string, number>>): number {
  return metrics[TOKEN_METRICS.find((name) => name in metrics) ?? ""] ?? 0;
}

function changeBy(job: LiveJob, { type, data, createdAt }: TrainingEvent): Partial<LiveJob> {
  if (type === "state") {
    const state = stateIn(data);
    return state ? { state, states: [...job.states, { state, since: createdAt }] } : {};
  }
  if (type === "training_started") return { totalSteps: numberOr(data.num_sequences, job.totalSteps) };
  if (type === "samples") return { samples: [...job.samples, sampleSetIn(data)] };
  // Steps that were not sent one by one.
  if (type === SUM_EVENT)
    return {
      step: numberOr(data.steps, job.step),
      tokens: numberOr(data.tokens, job.tokens),
      eventCount: numberOr(data.events, job.eventCount),
    };
  if (type === "waiting")
    return { waitingFor: typeof data.waiting_for === "string" ? data.waiting_for : null };
  if (type === "groups") return { groups: groupsIn(data) };
  if (type === "speed")
    return {
      speed: {
        tokensPerSecond: numberOr(data.tokens_per_second, null),
        secondsLeft: numberOr(data.seconds_left, null),
      },
    };
  return {};
}

/** The state in an event of the stream, or null. */
export function stateIn(data: Readonly<Record<string, unknown>>): JobState | null {
  return JOB_STATES.find((state) => state === data.state) ?? null;
}

export function isEndState(state: JobState): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}

/** Whether a job was ended before its last step. */
export function isStopped(state: JobState): boolean {
  return state === "failed" || state === "cancelled";
}

/** The numbers of an event's data by name. */
export function numbersIn(data: Readonly<Record<string, unknown>>): Record<string, number> {
  const entries = Object.entries(data).filter((entry): entry is [string, number] =>
    Number.isFinite(entry[1]),
  );
  return Object.fromEntries(entries);
}

function numberOr<Else>(value: unknown, otherwise: Else): number | Else {
  return typeof value === "number" ? value : otherwise;
}

function sampleSetIn(data: Readonly<Record<string, unknown>>): SampleSet {
  const samples = Array.isArray(data.samples) ? data.samples.filter(isDict) : [];
  return {
    step: numberOr(data.step, 0),
    samples: samples.map(({ prompt, text }) => ({ prompt: String(prompt ?? ""), text: String(text ?? "") })),
  };
}

function groupsIn(data: Readonly<Record<string, unknown>>): number[][] {
  const groups = Array.isArray(data.groups) ? data.groups.filter(isDict) : [];
  return groups.map(({ rewards }) =>
    Array.isArray(rewards) ? rewards.filter((reward) => typeof reward === "number") : [],
  );
}
