import { expect, test } from "vitest";
import { type Role, roleAllows } from "#lib/contract/access.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { type Made, type Means, nextActs } from "./next-acts.ts";

const MADE: Made = {
  kind: "sft",
  modelId: "m",
  modelName: "shop",
  step: 5,
  fromStep: 2,
  datasetRef: "weave:///acme/support/object/tone:v3",
  jobId: "j",
};
const evaluation = (id: string, datasetName: string) => ({ id, name: `by ${id}`, datasetName }) as Evaluation;
const dataset = (name: string, heldOut: number, use = "labels") =>
  ({
    id: `d-${name}`,
    name,
    latestVersion: { counts: { heldOut } },
    recipe: { sources: [{ kind: "queue", use }] },
  }) as Dataset;

function measure(means: Partial<Means>, made: Partial<Made> = {}, role: Role = "engineer") {
  const acts = nextActs({ ...MADE, ...made }, { evaluations: [], datasets: [], ...means }, (permission) =>
    roleAllows(role, permission),
  );
  return acts.find(({ kind }) => kind === "measure");
}

test("a new checkpoint is measured beside where it began, by what measures the data it learned from", () => {
  const evaluations = [evaluation("other", "refunds"), evaluation("own", "tone")];
  expect(measure({ evaluations })).toMatchObject({
    text: "By “by own”, beside step 2 where it began",
    segments: ["evaluations", "own"],
    search: { start: "runs", subjects: "shop:step2, shop:step5" },
  });
  // What measures other data says nothing of these.
  const datasets = [dataset("refunds", 3), dataset("tone", 2)];
  expect(measure({ evaluations: [evaluation("other", "refunds")], datasets })).toMatchObject({
    text: "On the rows that “tone” holds out, beside step 2 where it began",
    segments: ["evaluations"],
    search: { make: "new", dataset: "d-tone", subjects: "shop:step2, shop:step5" },
  });
  const columns = { datasetRef: "weave:///acme/support/object/tone:v3?completion=answer" };
  expect(measure({ evaluations, datasets }, columns)?.segments).toEqual(["evaluations", "own"]);
  expect(measure({ evaluations }, { datasetRef: null, fromStep: null })).toMatchObject({
    segments: ["evaluations", "other"],
    search: { start: "runs", subjects: "shop:step5" },
  });
});

test("what began at a step that learned nothing is measured beside the newest step before it that did", () => {
  const evaluations = [evaluation("own", "tone")];
  const steps = [5, 4, 2, 1, 0];
  expect(measure({ evaluations, steps, deadSteps: [1, 2] })).toMatchObject({
    text: "By “by own”, beside step 0: step 2, where it began, learned nothing",
    search: { start: "runs", subjects: "shop:step0, shop:step5" },
  });
  expect(measure({ evaluations, steps: [5, 2], deadSteps: [2] })?.search).toMatchObject({
    subjects: "shop:step5",
  });
});

test("without an evaluation one is made on a dataset that holds rows out, and without that a dataset", () => {
  const datasets = [dataset("refunds", 3), dataset("tone", 2)];
  expect(measure({ datasets })?.search).toMatchObject({ make: "new", dataset: "d-tone" });
  const none = [dataset("tone", 0), dataset("refunds", 3)];
  expect(measure({ datasets: none })).toMatchObject({
    text: "First build a version of “tone” that holds rows out",
    segments: ["datasets", "d-tone"],
    search: {},
  });
  expect(measure({ datasets: none }, { datasetRef: null })?.search).toMatchObject({ dataset: "d-refunds" });
  expect(measure({ datasets: [dataset("tone", 0)] }, { datasetRef: null })).toMatchObject({
    segments: ["datasets"],
    search: {},
  });
  expect(measure({ evaluations: null })).toBeUndefined();
});

test("training continues from the new checkpoint, with the same data where they are still there", () => {
  const train = (made: Partial<Made>) =>
    nextActs({ ...MADE, ...made }, { evaluations: null, datasets: null }, (permission) =>
      roleAllows("engineer", permission),
    ).map(({ kind, search }) => [kind, search]);
  const promote = ["promote", { tab: "aliases", candidate: "5" }];
  expect(train({})).toEqual([["train", { like: "j", step: "5" }], promote]);
  expect(train({ jobId: null, kind: "rl" })).toEqual([
    ["train", { model: "m", method: "rl", step: "5" }],
    promote,
  ]);
});

test("beside a checkpoint that learned from retracted answers, the step that did not is trained from, and promoted where it is newer", () => {
  const acts = (cleanStep: number | null) =>
    nextActs(MADE, { evaluations: null, datasets: null, retracted: { cleanStep } }, (permission) =>
      roleAllows("engineer", permission),
    ).map(({ title, text, search }) => [title, text, search.step ?? search.candidate]);
  expect(acts(2)).toEqual([
    [
      "Train again from step 2",
      "It did not learn from what is retracted, with the same data and settings",
      "2",
    ],
    ["Promote it", "Give step 5 a name, though it learned from retracted answers", "5"],
  ]);
  expect(acts(6).map(([title, , step]) => [title, step])).toEqual([
    ["Train again from step 6", "6"],
    ["Promote step 6", "6"],
  ]);
  expect(acts(null).map(([title, text]) => [title, text])).toEqual([
    [
      "Train again from here",
      "From step 5, which learned from retracted answers, with the same data and settings",
    ],
    ["Promote it", "Give step 5 a name, though it learned from retracted answers"],
  ]);
});

test("beside what is in production, a new checkpoint is promoted only where it is measured to be better", () => {
  const promote = (means: Partial<Means>) =>
    nextActs(MADE, { evaluations: null, datasets: null, production: 4, ...means }, (permission) =>
      roleAllows("engineer", permission),
    ).at(-1);
  expect(promote({ advice: { is: "fit" } })?.title).toBe("Promote it");
  expect(promote({})).toMatchObject({ title: "Compare it with production", text: "Step 4 is in production" });
  expect(promote({ advice: { is: "not-measured", evaluationId: null, why: null } })?.text).toBe(
    "It is not measured beside step 4 yet",
  );
  const advice = { is: "not-better", why: "exact match gained 0", evaluationId: null } as const;
  expect(promote({ advice, retracted: { cleanStep: 6 } })).toMatchObject({
    title: "Compare step 6 with production",
    text: "It is not shown to be better: exact match gained 0",
    search: { candidate: "6" },
  });
  expect(promote({ production: 5, advice })?.title).toBe("Promote it");
});

test("what has learned from a judge's rows becomes a grader, before anything else", () => {
  const acts = (datasets: Dataset[]) =>
    nextActs(MADE, { evaluations: [], datasets }, (one) => roleAllows("engineer", one));
  expect(acts([dataset("tone", 2, "judge")])[0]).toMatchObject({
    ...{ kind: "judge", segments: ["graders", "new"] },
    search: { judge: "d-tone", model: "shop:step5" },
  });
  expect(acts([dataset("tone", 2)]).map(({ kind }) => kind)).not.toContain("judge");
  expect(acts([dataset("tone", 2, "judge")]).map(({ kind }) => kind)).toEqual(["judge", "train", "promote"]);
  const evaluations = [evaluation("own", "tone"), evaluation("other", "refunds")];
  const datasets = [dataset("tone", 2, "judge"), dataset("refunds", 3)];
  expect(measure({ evaluations, datasets })).toBeUndefined();
  const ofModel = { datasetRef: "weave:///acme/support/object/refunds:v0" };
  expect(measure({ evaluations, datasets }, ofModel)?.segments).toEqual(["evaluations", "other"]);
  expect(measure({ datasets: [dataset("tone", 2, "judge")] }, ofModel)?.segments).toEqual(["datasets"]);
});

test("what a guard rejected is not built on: the run continues from the last step that it found no worse, and nothing is promoted", () => {
  const fallenSteps = [{ step: 5, runId: "r", runName: "shop", safeStep: 2 }];
  const rl = { ...MADE, kind: "rl", jobId: null, runId: "r" } as const;
  const acts = (step: number, means: Partial<Means> = {}) =>
    nextActs({ ...rl, step }, { evaluations: null, datasets: null, fallenSteps, ...means }, (permission) =>
      roleAllows("engineer", permission),
    ).map(({ title, search }) => [title, search]);
  const given = { model: "m", method: "rl", run: "r" };
  expect(acts(5)).toEqual([["Continue from step 2", { ...given, step: "2" }]]);
  expect(acts(4).map(([title]) => title)).toEqual(["Train again from here", "Promote it"]);
  expect(acts(2).map(([title]) => title)).toEqual(["Continue from step 2", "Promote it"]);
  expect(acts(5, { advice: { is: "fit" } }).map(([title]) => title)).toEqual([
    "Continue from step 2",
    "Promote it",
  ]);
  // What is retracted is worse than that: the step without it comes first, as everywhere.
  expect(acts(5, { retracted: { cleanStep: 1 } }).map(([title]) => title)).toEqual([
    "Train again from step 1",
  ]);
});

test("what a run made is measured by the run's guard first", () => {
  const evaluations = [evaluation("own", "tone"), evaluation("guard", "yes-no")];
  expect(measure({ evaluations, guard: evaluation("guard", "yes-no") })).toMatchObject({
    text: "By “by guard”, beside step 2 where it began",
    segments: ["evaluations", "guard"],
  });
});

test("after the guard, what the gate of the model's alias asks for comes before what measures the data", () => {
  const evaluations = [evaluation("own", "tone"), evaluation("gate", "intents")];
  const gate = evaluation("gate", "intents");
  expect(measure({ evaluations, gate })?.segments).toEqual(["evaluations", "gate"]);
  const guard = evaluation("guard", "yes-no");
  expect(measure({ evaluations, gate, guard })?.segments).toEqual(["evaluations", "guard"]);
});

test("an archived evaluation measures nothing new, so that the next one is proposed", () => {
  const evaluations = [evaluation("own", "tone")];
  const gate = { ...evaluation("gate", "intents"), isArchived: true };
  const guard = { ...evaluation("guard", "yes-no"), isArchived: true };
  expect(measure({ evaluations, gate, guard })?.segments).toEqual(["evaluations", "own"]);
});

test("where nothing is left of the data that were learned from, the newest evaluation is proposed", () => {
  const evaluations = [evaluation("newest", "refunds"), evaluation("older", "tone-of-2025")];
  expect(measure({ evaluations })?.segments).toEqual(["evaluations", "newest"]);
});

test("a viewer is offered nothing", () => {
  expect(nextActs(MADE, { evaluations: [], datasets: [] }, (one) => roleAllows("viewer", one))).toEqual([]);
});
