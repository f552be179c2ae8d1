import type { JobState } from "#lib/contract/training/job-states.ts";
import { isEndState, type StateTime } from "./live-job.ts";

/** How long a job was in a state; null for the one that it ended in. */
export type TimeInState = { state: JobState; since: Date; ms: number | null };

/** Each of a job that was never interrupted; more are restarts, and turns that it took with others. */
const MAX_APART = 4;

/**
 * States that follow each other with the time in each, the last one up to now. What a restart repeats is added up; of a job that took many turns each state counts
 * once, with all the time in it, the present one last.
 */
export function stateTimes(states: readonly StateTime[], now: Date): TimeInState[] {
  const times = timesApart(states, now);
  if (times.length <= MAX_APART) return times;
  const byState = new Map<JobState, TimeInState>();
  for (const time of times) {
    const before = byState.get(time.state);
    byState.delete(time.state);
    byState.set(time.state, before ? { ...before, ms: sumOf(before.ms, time.ms) } : time);
  }
  return [...byState.values()];
}

/** How long it was in a state in all. */
export function msIn(state: JobState, states: readonly StateTime[], now: Date): number {
  return timesApart(states, now)
    .filter((time) => time.state === state)
    .reduce((sum, { ms }) => sum + (ms ?? 0), 0);
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function timesApart(states: readonly StateTime[], now: Date): TimeInState[] {
  const times: TimeInState[] = [];
  for (const [at, { state, since }] of states.entries()) {
    const end = states[at + 1]?.since ?? now;
    const ms = isEndState(state) ? null : Math.max(0, end.getTime() - since.getTime());
    const last = times.at(-1);
    if (last?.state === state) last.ms = (last.ms ?? 0) + (ms ?? 0);
    else times.push({ state, since, ms });
  }
  return times;
}
