import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";

type Job = RetractionImpact["jobs"][number];

/** As the list of jobs calls them, in a sentence. */
const STILL: { [S in JobState]?: string } = {
  queued: "queued",
  validating: "starting",
  running: "running",
};

/** What a job does at this moment, in a word: that of its state where there is no plainer one. */
export function stateWord(state: JobState): string {
  return STILL[state] ?? state;
}

/** The jobs that have not learned all of it yet: they can be stopped, and those that are being stopped are none of them. */
export function goingJobs({ jobs }: Pick<RetractionImpact, "jobs">): Job[] {
  return jobs.filter(({ state }) => STILL[state] !== undefined);
}

/** `1 job is still running, 2 are queued`: what is said of them; null where there are none. */
export function goingWords(jobs: readonly Pick<Job, "state">[]): string | null {
  const parts = (["running", "validating", "queued"] as const).flatMap((state) => {
    const count = jobs.filter((job) => job.state === state).length;
    return count > 0 ? [{ count, word: STILL[state] }] : [];
  });
  const [first, ...others] = parts;
  if (!first) return null;
  const beginning = `${countOf(first.count, "job")} ${first.count === 1 ? "is" : "are"} still ${first.word}`;
  return [
    beginning,
    ...others.map(({ count, word }) => `${count} ${count === 1 ? "is" : "are"} ${word}`),
  ].join(", ");
}

type Counts = Pick<RetractionImpact, "jobs" | "goingJobCount" | "cancellableJobCount">;

/** What is offered: all that the person may cancel, whether it is in the list or not. */
export function cancelLabel({ goingJobCount, cancellableJobCount }: Counts): string {
  const count = cancellableJobCount;
  if (count === 1 && goingJobCount === 1) return "Also cancel the job that still learns from them";
  const some =
    count < goingJobCount
      ? `${formatCount(count)} of the ${formatCount(goingJobCount)}`
      : `the ${formatCount(count)}`;
  return `Also cancel ${some} jobs that still learn from them`;
}

/** What these jobs do, what becomes of them, and whose are not cancelled. */
export function cancelHelp(impact: Counts): string {
  const { goingJobCount, cancellableJobCount } = impact;
  const listed = goingJobs(impact);
  const words = listed.length === goingJobCount ? goingWords(listed) : null;
  const others = goingJobCount - cancellableJobCount;
  return [
    ...(words === null ? [] : [`${words}.`]),
    "Cancelled jobs leave no checkpoint.",
    ...(others === 0
      ? []
      : [
          `${formatCount(others)} ${others === 1 ? "is" : "are"} of projects where you may not cancel jobs; people there read that their data were retracted.`,
        ]),
  ].join(" ");
}

/** What was cancelled, once it is. */
export function cancelledWords({
  cancelledJobCount,
  goingJobCount,
}: {
  cancelledJobCount: number;
  goingJobCount: number;
}): string {
  const others =
    goingJobCount > 0
      ? `; ${countOf(goingJobCount, "job")} of other people still ${goingJobCount === 1 ? "learns" : "learn"} from them`
      : "";
  return `${countOf(cancelledJobCount, "job")} cancelled${others}.`;
}

/** What other projects have that learned from them, where nothing more may be shown; null where there is nothing. */
export function elsewhereWords({ elsewhere }: Pick<RetractionImpact, "elsewhere">): string | null {
  const parts = [
    ...(elsewhere.jobCount > 0 ? [countOf(elsewhere.jobCount, "job")] : []),
    ...(elsewhere.checkpointCount > 0 ? [countOf(elsewhere.checkpointCount, "checkpoint")] : []),
    ...(elsewhere.aliasCount > 0 ? [`${countOf(elsewhere.aliasCount, "name")} in use`] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  const all = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  return `Also ${all} of projects that you may not read. People there read on their own pages that it was retracted.`;
}
