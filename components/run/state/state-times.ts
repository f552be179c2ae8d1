import type { JobState } from "#lib/contract/training/job-states.ts";
import { isEndState, type StateTime } from "./live-job.ts";

/** How long a job was in a state; null for the one that it ended in. */
export type TimeInState = { state: JobState; since: Date; ms: number | null };

/** States that follow each other with the time in each, the last one up to now. What a restart repeats is added up. */
export function stateTimes(states: readonly StateTime[], now: Date): TimeInState[] {
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
