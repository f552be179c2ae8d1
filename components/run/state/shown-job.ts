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

/** How long a job has trained in ms: so far, or in all; null where it never began. */
export function trainingMs({ trainingStart, trainingEnd }: TrainingJob, now: Date): number | null {
  if (!trainingStart) return null;
  return Math.max(0, (trainingEnd ?? now).getTime() - trainingStart.getTime());
}
