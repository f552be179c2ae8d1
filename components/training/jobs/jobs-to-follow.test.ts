import { expect, test } from "vitest";
import type { JobState } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { jobsToFollow } from "./jobs-to-follow.ts";

const JOB: Omit<TrainingJob, "id" | "state"> = {
  modelId: "m",
  projectId: "acme/support",
  kind: "sft",
  status: "RUNNING",
  step: 0,
  totalSteps: null,
  trainingStart: null,
  trainingEnd: null,
  waitedSeconds: 0,
  waitingSince: null,
  errorMessage: null,
  checkpointStep: null,
  interimCheckpoints: [],
  startStep: null,
  startedFromStep: null,
  keptStep: null,
  health: "good",
  warnings: [],
  isStoppedEarly: false,
  validation: null,
  createdAt: new Date(0),
  createdBy: "u",
  config: {},
  source: {
    kind: "inline",
    fileId: null,
    datasetRef: null,
    name: null,
    rows: null,
    bytes: null,
    isAvailable: true,
  },
  retryOf: null,
  attempt: 1,
  lastFault: null,
  name: null,
  tags: [],
  note: null,
  group: null,
  queuePosition: null,
  waitingFor: null,
};
const jobs = (...states: JobState[]): TrainingJob[] =>
  states.map((state, i) => ({ ...JOB, id: `job-${i}`, state }));

test("running jobs are followed before queued ones, the oldest queued one first, and ended ones never", () => {
  expect(jobsToFollow(jobs("queued", "queued", "running", "failed", "cancelling", "completed"))).toEqual([
    "job-4",
    "job-2",
    "job-1",
  ]);
  expect(jobsToFollow(jobs("completed", "failed", "cancelled"))).toEqual([]);
});
