import { isEndState } from "#components/run/state/live-job.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** Browsers open six connections to a host at once; streams must leave some for everything else. */
const MAX_STREAMS = 3;

/** Of jobs listed newest first, those whose stream is worth a connection: what runs, then what is next in the queue. */
export function jobsToFollow(jobs: readonly TrainingJob[]): string[] {
  const unended = jobs.filter(({ state }) => !isEndState(state)).toReversed();
  const running = unended.filter(({ state }) => state !== "queued");
  const queued = unended.filter(({ state }) => state === "queued");
  return [...running, ...queued].slice(0, MAX_STREAMS).map(({ id }) => id);
}
