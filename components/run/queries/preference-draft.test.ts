import { expect, test } from "vitest";
import { PREFERENCE_LOSSES, PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import * as z from "#lib/contract/zod.ts";
import {
  newPreferenceDraft,
  preferenceDraftOf,
  preferenceFaults,
  preferenceInput,
  usualOf,
} from "./preference-draft.ts";

const DRAFT = newPreferenceDraft({ mode: "lora", parameters: 0 });

test("a new form is a job that the service takes, whatever loss is chosen", () => {
  expect(preferenceInput("m", "data:,", DRAFT)?.config).toEqual({
    loss: "dpo",
    beta: 0.1,
    anchor: 1,
    gamma: 0,
    nEpochs: 2,
    learningRate: 0.0002,
    batchSize: 8,
  });
  for (const loss of PREFERENCE_LOSSES) {
    const config =
      preferenceInput("m", "data:,", { ...DRAFT, ...usualOf(loss), wrongVotes: "10" })?.config ?? {};
    expect(() => z.decode(PreferenceConfig, z.encode(PreferenceConfig, config)), loss).not.toThrow();
  }
  expect(preferenceInput("m", null, DRAFT)).toBeNull();
  const measured = { ...DRAFT, validationDataUrl: "file-1" };
  expect(preferenceInput("m", "data:,", measured)).toMatchObject({ validationDataUrl: "file-1" });
});

test("what keeps a form from being sent is said at its field, and only of fields that the loss reads", () => {
  const wrong = {
    ...DRAFT,
    beta: "0",
    anchor: "",
    gamma: "-1",
    wrongVotes: "50",
    epochs: "1.5",
    learningRate: "2",
    batchSize: "0",
    warmup: "101",
    validationEvery: "often",
  };
  expect(Object.keys(preferenceFaults(wrong)).sort()).toEqual([
    "anchor",
    "batchSize",
    "beta",
    "epochs",
    "gamma",
    "learningRate",
    "validationEvery",
    "warmup",
    "wrongVotes",
  ]);
  expect(preferenceInput("m", "data:,", wrong)).toBeNull();
  const rewarded = { ...DRAFT, ...usualOf("rwr"), anchor: "", gamma: "", wrongVotes: "" };
  expect(preferenceFaults(rewarded)).toEqual({});
});

test("a job that is repeated comes back as it was sent", () => {
  const course = { lr_schedule: "cosine", warmup_ratio: 0.1, validation_every: 5, keep: "best" };
  const config = { loss: "kto", beta: 0.3, n_epochs: 4, learning_rate: 0.001, batch_size: 2, ...course };
  const job = {
    config,
    startStep: 3,
    name: "Votes",
    tags: ["a"],
    note: null,
    group: null,
  } as unknown as TrainingJob;
  expect(preferenceInput("m", "job:1", preferenceDraftOf(job, { mode: "lora", parameters: 0 }))).toEqual({
    modelId: "m",
    trainingDataUrl: "job:1",
    config: {
      ...{ loss: "kto", beta: 0.3, nEpochs: 4, learningRate: 0.001, batchSize: 2 },
      ...{ lrSchedule: "cosine", warmupRatio: 0.1, validationEvery: 5, keep: "best" },
    },
    startStep: 3,
    name: "Votes",
    tags: ["a"],
    note: "",
    group: "",
  });
});

test("SimPO aims at a margin, which a repeated job keeps", () => {
  expect(preferenceInput("m", "data:,", { ...DRAFT, ...usualOf("simpo") })?.config).toMatchObject({
    ...{ loss: "simpo", beta: 2, gamma: 1 },
  });
  const job = { config: { loss: "simpo", gamma: 1.4 }, tags: [] } as unknown as TrainingJob;
  expect(preferenceDraftOf(job, { mode: "lora", parameters: 0 }).gamma).toBe("1.4");
});
