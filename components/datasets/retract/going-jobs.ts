import { countOf } from "#components/ui/text/format.ts";
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
