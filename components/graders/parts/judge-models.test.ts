import { expect, test } from "vitest";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { askableModels, asksModel, isJudge } from "./judge-models.ts";

const MODEL = { id: "m", name: "tone" };
const PROJECT = "acme/support";
const NOTHING = { graders: [], datasets: [], jobs: [] };
const judge = (model: string) => ({ type: "spindle.judge", name: "tone", model }) as unknown as Grader;

test("each model is offered once: by its bare name where that means it alone", () => {
  const served = (id: string, ownedBy: string) => ({ id, ownedBy });
  const names = [
    ...[served("mini", "spindle"), served("shop", "acme/support"), served("openai/gpt", "openai")],
    ...[served("wandb-artifact:///acme/support/shop", "acme/support")],
    // Two of one name, and one that is called as a base model is.
    ...[served("wandb-artifact:///acme/a/twin", "acme/a"), served("wandb-artifact:///acme/b/twin", "acme/b")],
    served("wandb-artifact:///acme/a/mini", "acme/a"),
  ];
  expect(askableModels(names)).toEqual([
    ...["mini", "shop", "openai/gpt"],
    ...["wandb-artifact:///acme/a/twin", "wandb-artifact:///acme/b/twin", "wandb-artifact:///acme/a/mini"],
  ]);
});

test("a judge asks a model by its name, at a step, or with the name of its project", () => {
  const asked = (model: string) => asksModel(judge(model), MODEL, PROJECT);
  expect(["tone", "tone:step3", "acme/support/tone:production"].map(asked)).toEqual([true, true, true]);
  expect(["tone-two", "other:step3", "acme/other/tone"].map(asked)).toEqual([false, false, false]);
});

test("a grader of several asks the models of its parts", () => {
  const multi = { type: "multi", name: "both", graders: { a: judge("tone:step1") } } as unknown as Grader;
  expect(asksModel(multi, MODEL, PROJECT)).toBe(true);
});

test("who is asked by a grader, or learned from rows that teach a judge, is a judge", () => {
  expect(isJudge(MODEL, NOTHING, PROJECT)).toBe(false);
  expect(isJudge(MODEL, { ...NOTHING, graders: [{ grader: judge("tone") }] }, PROJECT)).toBe(true);
  const dataset = (name: string, use: string) =>
    ({ name, recipe: { sources: [{ kind: "queue", use }] } }) as Dataset;
  const datasets = [dataset("tone-judge", "judge"), dataset("replies", "labels")];
  const jobOn = (name: string, modelId = "m") =>
    ({ modelId, source: { datasetRef: `weave:///acme/support/object/${name}:v0` } }) as TrainingJob;
  const learned = (job: TrainingJob) => isJudge(MODEL, { ...NOTHING, datasets, jobs: [job] }, PROJECT);
  expect(learned(jobOn("tone-judge"))).toBe(true);
  expect(learned(jobOn("replies"))).toBe(false);
  expect(learned(jobOn("tone-judge", "another"))).toBe(false);
});
