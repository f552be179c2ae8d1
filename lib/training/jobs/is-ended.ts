import type { JobState } from "#lib/contract/training/job-states.ts";

/** Nothing happens any more to a job in one of these. */
export function isEnded(state: JobState): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
