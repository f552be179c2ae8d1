import { expect, test } from "vitest";
import type { JobState } from "#lib/contract/training/job-states.ts";
import { cancelHelp, cancelLabel, elsewhereWords, goingJobs, goingWords, stateWord } from "./going-jobs.ts";

const jobsIn = (...states: JobState[]) =>
  states.map((state, n) => ({
    ...{
      projectId: "acme/shop",
      jobId: `${n}`,
      modelId: "m",
      modelName: "concierge",
      datasetName: "good",
      datasetVersion: 0,
      ...{ runId: null, runName: null, round: null },
      state,
    },
  }));

test("jobs that are queued or running are named, and those that have ended or are being stopped are not", () => {
  const jobs = jobsIn("completed", "queued", "running", "cancelling", "failed", "queued");
  const going = goingJobs({ jobs });
  expect(going.map(({ jobId }) => jobId)).toEqual(["1", "2", "5"]);
  expect(goingWords(going)).toBe("1 job is still running, 2 are queued");
  expect(goingWords(jobsIn("validating", "queued"))).toBe("1 job is still starting, 1 is queued");
  expect(goingWords(jobsIn("queued", "queued"))).toBe("2 jobs are still queued");
  expect(goingWords([])).toBe(null);
  expect(["validating", "completed"].map((state) => stateWord(state as JobState))).toEqual([
    "starting",
    "completed",
  ]);
});

test("what is cancelled is all that the person may cancel, and the others are counted", () => {
  const of = (goingJobCount: number, cancellableJobCount: number, listed = goingJobCount) => {
    const counts = {
      goingJobCount,
      cancellableJobCount,
      jobs: jobsIn(...Array<JobState>(listed).fill("queued")),
    };
    return [cancelLabel(counts), cancelHelp(counts)];
  };
  expect(of(1, 1)).toEqual([
    "Also cancel the job that still learns from them",
    "1 job is still queued. Cancelled jobs leave no checkpoint.",
  ]);
  expect(of(104, 104, 100)).toEqual([
    "Also cancel the 104 jobs that still learn from them",
    "Cancelled jobs leave no checkpoint.",
  ]);
  expect(of(3, 1, 2)).toEqual([
    "Also cancel 1 of the 3 jobs that still learn from them",
    "Cancelled jobs leave no checkpoint. 2 are of projects where you may not cancel jobs; people there read that their data were retracted.",
  ]);
});

test("of projects that the person may not read there are numbers", () => {
  const words = (jobCount: number, checkpointCount: number, aliasCount: number) =>
    elsewhereWords({ elsewhere: { jobCount, checkpointCount, aliasCount } });
  expect(words(0, 0, 0)).toBe(null);
  expect(words(2, 0, 0)).toMatch(/^Also 2 jobs of projects that you may not read\. /);
  expect(words(2, 1, 1)).toMatch(/^Also 2 jobs, 1 checkpoint and 1 name in use of projects /);
});
