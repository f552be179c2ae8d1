import { expect, test } from "vitest";
import { newDraft } from "#components/run/queries/job-draft.ts";
import { newPreferenceDraft } from "#components/run/queries/preference-draft.ts";
import { preferenceProbe, sftProbe } from "./probe-input.ts";

const MODEL = { mode: "lora", parameters: 2_226_560 } as const;
const JOB = { modelId: "model", dataUrl: "file", usualRate: 0.001 };

test("a probe is of what changes its curve: rows, batch and replies, and not of how long the job learns", () => {
  const draft = {
    ...newDraft(MODEL),
    epochs: "7",
    learningRate: "a lot",
    schedule: "cosine" as const,
    startStep: 3,
  };
  expect(sftProbe(JOB, draft)?.body).toEqual({
    ...{ modelId: "model", trainingDataUrl: "file", startStep: 3 },
    config: { batchSize: 4, assistantTurns: "all" },
  });
  const preference = preferenceProbe(JOB, { ...newPreferenceDraft(MODEL), epochs: "7", learningRate: "" });
  expect(preference?.body.config).toEqual({ loss: "dpo", beta: 0.1, anchor: 1, gamma: 0, batchSize: 8 });
});

test("several jobs start from the base model, and so does their probe", () => {
  const draft = { ...newDraft(MODEL), learningRate: "0.001, 0.002", startStep: 3 };
  expect(sftProbe(JOB, draft)?.body.startStep).toBe(0);
});

test("nothing is probed without data, or while another field is wrong", () => {
  expect(sftProbe({ ...JOB, dataUrl: null }, newDraft(MODEL))).toBeNull();
  expect(sftProbe(JOB, { ...newDraft(MODEL), batchSize: "none" })).toBeNull();
  expect(preferenceProbe(JOB, { ...newPreferenceDraft(MODEL), beta: "" })).toBeNull();
});
