import type { TrainingJob } from "#lib/contract/training/training.ts";
import { isEndState, type LiveJob } from "./live-job.ts";

/** A job as it was read, updated from its stream. */
export function shownJob<Job extends TrainingJob>(job: Job, live: LiveJob | undefined): Job {
  if (!live) return job;
  // What was read after the end knows more than the stream: which checkpoint came of it.
  const state = isEndState(job.state) ? job.state : (live.state ?? job.state);
  return {
    ...job,
    state,
    step: Math.max(job.step, live.step),
    totalSteps: live.totalSteps ?? job.totalSteps,
    waitingFor: isEndState(state) || live.waitingFor === undefined ? job.waitingFor : live.waitingFor,
    queuePosition: state === "queued" ? job.queuePosition : null,
  };
}

type Times = Pick<TrainingJob, "trainingStart" | "trainingEnd" | "waitedSeconds" | "waitingSince">;

/** How long a job has worked in ms: so far, or in all, without what it waited in between; null where it never began. */
export function workedMs(job: Times, now: Date): number | null {
  const { trainingStart, trainingEnd } = job;
  if (!trainingStart) return null;
  const allMs = (trainingEnd ?? now).getTime() - trainingStart.getTime();
  return Math.max(0, allMs - waitedMs(job, now));
}

/** How long it waited since it began, in ms. */
export function waitedMs({ waitedSeconds, waitingSince }: Times, now: Date): number {
  const sinceMs = waitingSince ? Math.max(0, now.getTime() - waitingSince.getTime()) : 0;
  return waitedSeconds * 1_000 + sinceMs;
}
