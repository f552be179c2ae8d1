import { expect, test } from "vitest";
import type { LoopRun } from "#lib/contract/loops/loop-runs.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import {
  gainWords,
  learningWords,
  loopWords,
  measureWords,
  runWords,
  stepsOf,
  whenWords,
} from "./loop-words.ts";

const PLACE = { entity: "acme", project: "shop" };
const RUN: LoopRun = {
  ...{ id: "r", loopId: "l", trigger: "answers", state: "building", outcome: null, waitingFor: null },
  ...{ datasetId: "d", version: null, modelId: "m", jobId: null, step: null, comparedStep: null },
  ...{ evaluationId: "e", evaluationRunIds: [], gain: null, promotion: null, createdBy: "u" },
  ...{ createdAt: new Date(0), endedAt: null },
};
const TRAINED = { ...RUN, version: 3, jobId: "j", step: 4, evaluationRunIds: ["a", "b"] };
const LOOP = { promote: { alias: "production", act: "move" }, measure: {} } as unknown as Loop;

const looks = (run: LoopRun | null) => stepsOf(run, LOOP, PLACE).map(({ look, text }) => `${look} ${text}`);

test("the strip of a run shows what each step made, and where it is", () => {
  expect(looks(null)).toEqual(["idle –", "idle –", "idle –", "idle –"]);
  expect(looks(RUN)).toEqual(["now now", "idle –", "idle –", "idle –"]);
  expect(looks({ ...TRAINED, state: "evaluating" })).toEqual(["done v3", "done step 4", "now now", "idle –"]);
  const held = { ...RUN, state: "training" as const, version: 3, waitingFor: "the budget" };
  expect(looks(held)).toEqual(["done v3", "held waiting", "idle –", "idle –"]);
  expect(runWords(held)).toEqual({ label: "Waiting", tone: "warning" });
  expect(looks({ ...held, jobId: "j" })).toEqual(["done v3", "now now", "idle –", "idle –"]);
  expect(looks({ ...held, jobId: null, evaluationId: null })).toEqual(["done v3", "held waiting"]);
  const unchanged = { ...RUN, state: "skipped" as const, version: 3, endedAt: new Date(1) };
  expect(looks(unchanged)).toEqual(["idle v3, as before", "idle –", "idle –", "idle –"]);
  const failed = {
    ...TRAINED,
    step: null,
    evaluationRunIds: [],
    state: "failed" as const,
    endedAt: new Date(1),
  };
  expect(looks(failed)).toEqual(["done v3", "bad failed", "idle –", "idle –"]);
  const stopped = { ...TRAINED, step: null, evaluationRunIds: [], state: "stopped" as const };
  expect(looks({ ...stopped, endedAt: new Date(1) })).toEqual(["done v3", "idle ended", "idle –", "idle –"]);
  const gain = {
    value: 0.1,
    low: -0.02,
    high: 0.22,
    n: 40,
    method: "paired_bootstrap" as const,
    unit: "share" as const,
  };
  const skipped = { ...TRAINED, gain, state: "skipped" as const, endedAt: new Date(1) };
  expect(looks(skipped)).toEqual(["done v3", "done step 4", "done +10 points (−2 to 22)", "idle –"]);
  expect(looks({ ...skipped, state: "done" }).at(-1)).toBe("done production is step 4");
  const promotion = { id: "p", alias: "best", state: "waiting" as const };
  expect(looks({ ...skipped, state: "done", promotion }).at(-1)).toBe("done best: waiting");
  expect(stepsOf({ ...skipped, promotion }, LOOP, PLACE).map(({ href }) => href)).toEqual([
    "/projects/acme/shop/datasets/d",
    "/projects/acme/shop/training/j",
    "/projects/acme/shop/evaluations/e",
    "/projects/acme/shop/models/m?tab=aliases",
  ]);
});

test("a loop that may make no job yet says that it waits, and is not called at work", () => {
  const loop = { isPaused: false, problem: null, lastRun: null, nextJobAt: null };
  expect(loopWords(loop)).toEqual({ label: "At work", tone: "success" });
  const lastRun = { ...RUN, state: "training" as const, version: 3, waitingFor: "the budget" };
  const held = { ...loop, lastRun, nextJobAt: new Date(1) };
  expect(loopWords(held)).toEqual({ label: "Waiting for budget", tone: "warning" });
  // Its budget is used up, and its run continues all the same.
  expect(loopWords({ ...held, lastRun: { ...lastRun, jobId: "j" } }).label).toBe("At work");
  expect(loopWords({ ...held, problem: "the model is gone" }).label).toBe("Stopped");
});

test("a plan and a gain are read aloud", () => {
  expect(whenWords({ kind: "answers", count: 1 })).toBe("At 1 new answer");
  expect(whenWords({ kind: "hours", hours: 1 })).toBe("Every hour");
  expect(whenWords({ kind: "daily", at: "02:00", timeZone: "UTC" })).toBe("Each day at 02:00 (UTC)");
  const none = {
    value: null,
    low: null,
    high: null,
    n: 0,
    method: "paired_bootstrap" as const,
    unit: "score" as const,
  };
  expect(gainWords(none)).toBe("not measurable");
  expect(gainWords({ ...none, value: -1.5 })).toBe("−1.5 (no interval)");
});

test("what decides is said in the words and the unit of the evaluation", () => {
  const measure = { evaluationId: "e", metric: "exact_match", minGain: 0.02 };
  expect(measureWords(measure, null)).toBe("Exact match, gain above 2 points");
  expect(measureWords({ ...measure, metric: "nll" }, null)).toBe(
    "NLL of the reference, gain above 0.02 nats",
  );
  const gain = {
    value: 0.1,
    low: 0,
    high: 0.2,
    n: 9,
    method: "paired_bootstrap" as const,
    unit: "share" as const,
  };
  expect(measureWords({ ...measure, metric: "polite" }, gain)).toBe("polite, gain above 2 points");
});

test("how a loop's jobs learn is said as far as somebody chose it", () => {
  expect(learningWords({})).toBe("as a new job would propose");
  const config = {
    nEpochs: 3,
    learningRate: 0.0002,
    batchSize: 4,
    keep: "best",
    assistantTurns: "last",
  } as const;
  expect(learningWords({ config })).toBe(
    "3 epochs, rate 0.0002, 4 rows per step, the best step, last replies, otherwise as a new job would propose",
  );
  expect(learningWords({ config: { learningRate: [0.1, 0.2] } })).toMatch(
    /^a rate for each batch, otherwise/,
  );
});
