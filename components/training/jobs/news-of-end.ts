import { isEndState } from "#components/run/state/live-job.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";

/**
 * Whether the end of a job that its stream reports is news to what else the page knows, such as its model. The page may have read that the job
 * itself has ended a moment before; only a stream that begins with the end reports a job that had ended when the page was opened.
 */
export function isNewsOfEnd(known: JobState | undefined, isFirst: boolean): boolean {
  return !isFirst || known === undefined || !isEndState(known);
}
