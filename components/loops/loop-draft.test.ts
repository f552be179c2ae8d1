import { expect, test } from "vitest";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { datasetOptions, draftFaults, draftOf, inputOf } from "./loop-draft.ts";

const LOOP = {
  ...{
    id: "l",
    projectId: "a/b",
    name: "Nightly",
    datasetId: "d",
    maxJobs: 2,
    isPaused: true,
    problem: "no",
  },
  when: { kind: "daily", at: "02:00", timeZone: "Asia/Tokyo" },
  train: { kind: "sft", modelId: "m", start: "alias", config: { nEpochs: 3, batchSize: 4, keep: "best" } },
  measure: { evaluationId: "e", metric: "nll", minGain: 0.5 },
  promote: { alias: "production", act: "move" },
} as unknown as Loop;

test("a loop is sent again as it was, with what the form does not have", () => {
  const { name, datasetId, when, train, measure, promote, maxJobs } = LOOP;
  const same = { name, datasetId, when, train, measure, promote, maxJobs, isPaused: false };
  expect(inputOf(draftOf(LOOP, "UTC"), "sft", LOOP)).toEqual(same);
  const paused = { ...LOOP, problem: null };
  expect(inputOf(draftOf(paused, "UTC"), "sft", paused)?.isPaused).toBe(true);
});

test("datasets that a job can learn from are offered, with their kinds in the words of other forms", () => {
  const kinds = ["sft", "preference", "eval", "kto"] as const;
  const datasets = kinds.map((kind) => ({ id: kind, name: `my-${kind}`, kind }) as Dataset);
  expect(datasetOptions(datasets).map(({ label, help }) => [label, help])).toEqual([
    ["my-sft", "Conversations"],
    ["my-preference", "Pairs"],
    ["my-kto", "Good and bad replies"],
  ]);
});

test("what kind of job it is follows from the dataset", () => {
  const draft = { ...draftOf(null, "UTC"), name: "N", datasetId: "d", modelId: "m", learningRate: "0.001" };
  const jobOf = (kind: "preference" | "kto") => inputOf(draft, kind, null)?.train;
  const shared = { kind: "preference", modelId: "m", start: "newest" };
  expect(jobOf("preference")).toEqual({ ...shared, config: { loss: "dpo", learningRate: 0.001 } });
  expect(jobOf("kto")).toEqual({ ...shared, config: { loss: "kto", learningRate: 0.001 } });
});

test("what is missing is named, and nothing is sent", () => {
  const draft = draftOf(null, "UTC");
  expect(inputOf(draft, "sft", null)).toBeNull();
  expect(Object.keys(draftFaults(draft))).toEqual(["name", "datasetId", "modelId"]);
  const wrong = { ...draftOf(LOOP, "UTC"), at: "2:00", epochs: "x", minGain: "", evaluationId: null };
  expect(Object.keys(draftFaults(wrong))).toEqual(["at", "epochs", "alias"]);
  expect(draftFaults({ ...draftOf(LOOP, "UTC"), metric: null })).toEqual({ metric: "Choose a metric." });
  expect(Object.keys(draftFaults({ ...draftOf(LOOP, "UTC"), alias: " " }))).toEqual(["start"]);
});

test("what is typed replaces what was chosen, and what is emptied is left to be proposed", () => {
  const draft = { ...draftOf(LOOP, "UTC"), batchSize: "", keep: "usual" as const, replies: "all" as const };
  expect(inputOf(draft, "sft", LOOP)?.train.config).toEqual({ nEpochs: 3, assistantTurns: "all" });
  expect(inputOf({ ...draft, batchSize: "6", keep: "last" }, "sft", LOOP)?.train.config).toEqual({
    ...{ nEpochs: 3, batchSize: 6, keep: "last", assistantTurns: "all" },
  });
  expect(draftFaults({ ...draft, batchSize: "0" })).toEqual({
    batchSize: "Enter a whole number, or nothing.",
  });
  const auto = { ...LOOP, train: { ...LOOP.train, config: { batchSize: "auto" as const } } } as Loop;
  expect(inputOf(draftOf(auto, "UTC"), "sft", auto)?.train.config).toEqual({ batchSize: "auto" });
});
