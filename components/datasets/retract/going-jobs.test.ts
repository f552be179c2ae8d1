import { expect, test } from "vitest";
import type { JobState } from "#lib/contract/training/job-states.ts";
import { goingJobs, goingWords, stateWord } from "./going-jobs.ts";

const jobsIn = (...states: JobState[]) =>
  states.map((state, n) => ({
    ...{ jobId: `${n}`, modelId: "m", modelName: "concierge", datasetName: "good", datasetVersion: 0, state },
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
