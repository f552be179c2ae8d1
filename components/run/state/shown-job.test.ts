import { expect, test } from "vitest";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { NOTHING_YET } from "./live-job.ts";
import { shownJob, waitedMs, workedMs } from "./shown-job.ts";

const JOB: TrainingJob = {
  id: "job",
  modelId: "m",
  projectId: "acme/support",
  kind: "sft",
  status: "RUNNING",
  state: "running",
  step: 3,
  totalSteps: null,
  trainingStart: new Date(1_000),
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

test("the stream brings a job up to date, and never takes it back", () => {
  expect(shownJob(JOB, { ...NOTHING_YET, state: "running", step: 7, totalSteps: 50 })).toMatchObject({
    step: 7,
    totalSteps: 50,
  });
  expect(shownJob(JOB, { ...NOTHING_YET, state: "running", step: 1 }).step).toBe(3);
  const queued = { ...JOB, state: "queued" as const, queuePosition: 2 };
  expect(shownJob(queued, NOTHING_YET).queuePosition).toBe(2);
  expect(shownJob(queued, { ...NOTHING_YET, state: "validating" }).queuePosition).toBeNull();
  const ended = { ...JOB, state: "completed" as const };
  expect(shownJob(ended, { ...NOTHING_YET, state: "running" }).state).toBe("completed");
});

test("a job works until its end, and one that never began has no duration", () => {
  expect(workedMs(JOB, new Date(4_000))).toBe(3_000);
  expect(workedMs({ ...JOB, trainingEnd: new Date(2_000) }, new Date(4_000))).toBe(1_000);
  expect(workedMs({ ...JOB, trainingStart: null }, new Date(4_000))).toBeNull();
});

test("what a job waited for its turn is no work, also while it waits", () => {
  const waited = { ...JOB, waitedSeconds: 1 };
  expect(workedMs(waited, new Date(4_000))).toBe(2_000);
  expect(waitedMs(waited, new Date(4_000))).toBe(1_000);
  const waits = { ...waited, state: "queued" as const, waitingSince: new Date(5_000) };
  expect(workedMs(waits, new Date(9_000))).toBe(3_000);
  expect(waitedMs(waits, new Date(9_000))).toBe(5_000);
});
