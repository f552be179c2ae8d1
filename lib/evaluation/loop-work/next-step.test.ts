import { describe, expect, test } from "vitest";
import { JOB_STATES } from "#lib/contract/training/job-states.ts";
import { nextStep, type Standing } from "./next-step.ts";

const ESTIMATE = {
  value: 0.1,
  low: 0.04,
  high: 0.16,
  n: 80,
  method: "paired_bootstrap" as const,
  unit: "share" as const,
};
const MEASURE = { evaluationId: "e", metric: "exact_match", minGain: 0 };
const JOB = { state: "completed" as const, checkpointStep: 4, errorMessage: null, waitingFor: null };
const MEASURED = { state: "completed" as const, done: 9, total: 9, errorMessage: null };

/** A run that has gone all the way to its question. */
const WHOLE: Standing = {
  version: { number: 3, isLearned: false },
  jobsLeft: 1,
  job: JOB,
  step: 4,
  comparedStep: 2,
  evaluations: [MEASURED, MEASURED],
  gain: ESTIMATE,
  measure: MEASURE,
  promote: { alias: "production", act: "ask" },
};
const BUILT = { ...WHOLE, job: null, step: null, evaluations: [], gain: null };

const next = (more: Partial<Standing>) => nextStep({ ...WHOLE, ...more });
const ended = (as: string, outcome: unknown) => ({ take: "end", ending: { as, outcome } });

describe("a run goes from step to step by what stands", () => {
  test.each([
    ["nothing is built", { ...BUILT, version: null }, { take: "build" }],
    ["a version is new", BUILT, { take: "train" }],
    ["a job is done", { step: null, gain: null }, { take: "measure", step: 4 }],
    ["all is measured", { gain: null }, { take: "judge" }],
    ["it is better", {}, { take: "ask" }],
    ["there was nothing to compare with", { comparedStep: null, gain: null }, { take: "ask" }],
  ])("when %s", (_, more, step) => {
    expect(next(more)).toEqual(step);
  });

  test.each(JOB_STATES.filter((state) => !["completed", "failed", "cancelled"].includes(state)))(
    "and waits while a job is %s",
    (state) => {
      const job = { ...JOB, state, waitingFor: "the disk is full" };
      expect(next({ job, step: null })).toEqual({ take: "wait", waitingFor: "the disk is full" });
    },
  );

  test("and waits for evaluations, and says how far they are", () => {
    const running = { ...MEASURED, state: "running" as const, done: 2 };
    expect(next({ evaluations: [MEASURED, running], gain: null })).toEqual({
      take: "wait",
      waitingFor: "11 of 18 answers are measured",
    });
  });

  test("and waits where the budget is spent, unless there is nothing to learn", () => {
    expect(nextStep({ ...BUILT, jobsLeft: 0 })).toEqual({
      take: "wait",
      waitingFor: "the loop has made as many jobs in 24 hours as it may",
    });
    const version = { number: 3, isLearned: true };
    const unchanged = ended("skipped", "Nothing has changed: the loop has learned from version 3 before");
    expect(nextStep({ ...BUILT, version, jobsLeft: 0 })).toEqual(unchanged);
    // A job that was made counts for itself.
    expect(next({ jobsLeft: 0 })).toEqual({ take: "ask" });
  });
});

describe("a run ends", () => {
  test.each([
    [
      "skipped below the bound",
      { gain: { ...ESTIMATE, low: -0.02 } },
      "skipped",
      "Exact match over step 2: gained 10 points (at least −2, n 80, paired bootstrap), must gain more than 0",
    ],
    ["skipped at the bound", { gain: { ...ESTIMATE, low: 0 } }, "skipped", "Step 4 is not better than noise"],
    [
      "skipped without an interval",
      { gain: { ...ESTIMATE, low: null } },
      "skipped",
      "Too few rows have Exact match",
    ],
    [
      "done where it asks for nothing",
      { promote: null },
      "done",
      "Step 4 is better. Exact match over step 2: gained 10 points (at least 4,",
    ],
    [
      "done where it measures nothing",
      { measure: null, promote: null, gain: null },
      "done",
      "measures nothing",
    ],
    ["done with the first one", { comparedStep: null, promote: null, gain: null }, "done", "the first one"],
    [
      "failed by its job",
      { step: null, job: { ...JOB, state: "failed", errorMessage: "row 3 is empty" } },
      "failed",
      "row 3 is empty",
    ],
    [
      "failed by its job that left nothing",
      { step: null, job: { ...JOB, checkpointStep: null } },
      "failed",
      "without a checkpoint",
    ],
    [
      "failed by a cancelled job",
      { step: null, job: { ...JOB, state: "cancelled" } },
      "failed",
      "Somebody cancelled the job",
    ],
    [
      "failed by its evaluation",
      { evaluations: [MEASURED, { ...MEASURED, state: "failed", errorMessage: "no sampler" }] },
      "failed",
      "no sampler",
    ],
    [
      "failed by a cancelled evaluation",
      { evaluations: [{ ...MEASURED, state: "cancelled" }] },
      "failed",
      "somebody cancelled the evaluation",
    ],
  ] as const)("%s", (_, more, as, outcome) => {
    expect(next(more as Partial<Standing>)).toEqual(ended(as, expect.stringContaining(outcome)));
  });
});
