import { expect, test } from "vitest";
import { createRetraction, liftRetraction } from "#lib/contract/datasets/retractions.ts";
import { listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import { queryServedEvaluations } from "#lib/contract/evaluation/served-evaluations.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anEvaluation, aRow, aRunOfStep } from "#lib/testing/data/evaluation-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { aModel, byBearer, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, queryServedEvaluations, async ({ project }) => ({ project_id: project.path }));

const ROWS = Array.from({ length: 20 }, (_, at) => aRow(`q${at}`, `a${at}`));

async function serving(step: number, alias = "production"): Promise<ModelPlace> {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1, 2]);
  await name(place, step, alias);
  return place;
}

function name({ project, caller, model }: ModelPlace, step: number, alias: string) {
  return api.db.query(sql`
    insert into checkpoint_alias (project_id, model_id, name, step, updated_by)
    values (${project.id}, ${model.id}, ${alias}, ${step}::int, ${caller.userId})`);
}

test("what serves is listed with its newest whole run, in raw JSON", async () => {
  const place = await serving(2);
  const { project, caller, model } = place;
  const { id: evaluationId, name: evaluationName } = await anEvaluation(api, place, { rows: ROWS });
  await aRunOfStep(api, place, { evaluationId, step: 2, right: 3 });
  const runId = await aRunOfStep(api, place, { evaluationId, step: 2, right: 15 });
  await aRunOfStep(api, place, { evaluationId, step: 2, right: 20, state: "failed" });
  await aRunOfStep(api, place, { evaluationId, step: 1, right: 20 });
  const response = await api.send(caller, {
    path: "/evaluations/served",
    body: { project_id: project.path },
  });
  expect(await response.json()).toEqual({
    total_count: 1,
    checkpoints: [
      {
        ...{ model_id: model.id, model_name: "agent", step: 2, since: expect.any(String) },
        measure: {
          evaluation_id: evaluationId,
          evaluation_name: evaluationName,
          run_id: runId,
          version: 0,
          ended_at: expect.any(String),
          metric: { name: "exact_match", unit: "share", better: "higher" },
          // Wilson's interval of 15 of 20.
          estimate: {
            value: 0.75,
            low: expect.closeTo(0.5313, 4),
            high: expect.closeTo(0.8881, 4),
            n: 20,
            method: "wilson",
          },
          retracted: null,
        },
        retracted: null,
      },
    ],
  });
});

test("the metric of the gate is shown, and what was never measured has none", async () => {
  const place = await serving(1);
  const { project, caller, model } = place;
  const input = { projectId: project.path, alias: "production", limit: 3 };
  const read = () => api.call(caller, queryServedEvaluations, input);
  expect((await read()).checkpoints).toMatchObject([{ modelId: model.id, step: 1, measure: null }]);
  const { id: evaluationId } = await anEvaluation(api, place, { rows: ROWS });
  await aRunOfStep(api, place, { evaluationId, step: 1, right: 10 });
  const target = JSON.stringify({ evaluation_id: evaluationId, metric: "nll", min_gain: 0 });
  await api.db.query(sql`
    insert into checkpoint_gate (project_id, model_id, alias, target, guards, updated_by)
    values (${project.id}, ${model.id}, 'production', ${target}::json, '[]'::json, ${caller.userId})`);
  const [{ measure } = { measure: null }] = (await read()).checkpoints;
  expect(measure).toMatchObject({ metric: { name: "nll" }, estimate: { value: expect.closeTo(1.9, 9) } });
});

test("of deleted models and other aliases nothing serves", async () => {
  const place = await serving(1, "trial");
  const { project, caller, model } = place;
  const read = (alias: string) =>
    api.call(caller, queryServedEvaluations, { projectId: project.path, alias, limit: 3 });
  expect(await read("production")).toEqual({ checkpoints: [], totalCount: 0 });
  expect(await read("trial")).toMatchObject({ totalCount: 1 });
  await api.db.query(sql`update model set deleted_at = now() where id = ${model.id}`);
  expect(await read("trial")).toEqual({ checkpoints: [], totalCount: 0 });
});

const ALL = { split: { held_out: 0 } };

type Made = { modelId: string; copyId: string };

/** In production is step 5, which came of step 3; that one learned from a copy of what two people said, and step 5 of what nobody said. */
async function inProduction(review: ReviewPlace): Promise<Made> {
  const { desk } = review;
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, ALL), {
    name: "intents",
  });
  const { version } = await aVersion(api, desk, datasetId);
  const copied = { sources: [{ kind: "version", ref: version.ref }], ...ALL };
  const { id: copyId } = await aDataset(api, desk, copied, { name: "copy" });
  await aVersion(api, desk, copyId);
  const model = await aTrainedModel(api, { project: desk.project });
  const { modelId } = model;
  const [firstJob, laterJob] = [await aQueuedJob(api, model), await aQueuedJob(api, model)];
  await api.db.query(sql`
    update training_job set dataset_ref = ${`weave:///${desk.projectId}/object/copy:v0`}, state = 'completed' where id = ${firstJob}`);
  const [made, later] = [newId(), newId()];
  const place = { projectId: desk.project.id, modelId };
  const { prisma } = api.db;
  await prisma.checkpoint.create({ data: { ...place, id: made, step: 3, jobId: firstJob } });
  await prisma.checkpoint.create({
    data: { ...place, id: later, step: 5, jobId: laterJob, parentId: made },
  });
  await prisma.checkpointAlias.create({
    data: { ...place, name: "production", step: 5, updatedBy: desk.caller.userId },
  });
  return { modelId, copyId };
}

function retract({ desk }: ReviewPlace, named: { annotatorUserId?: string; feedbackIds?: string[] }) {
  const all = { itemIds: [], feedbackIds: [], reason: "", preview: false, ...named };
  return api.call(desk.caller, createRetraction, { projectId: desk.projectId, ...all });
}

/** Retracted after the jobs were asked for; only the base has not learned it. */
const LATER = {
  already: 0,
  cleanStep: 0,
  rewards: { replies: 0, totalReplies: 0, already: 0, runs: [] },
};

test("what serves says how many rows it learned from have answers that were retracted since, until that is lifted", async () => {
  const review = await anIntentQueue(api, { items: 6, people: 2 });
  const { desk } = review;
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: "refund" });
  for (const item of [2, 3, 4]) await review.say(1, item, { intent: "refund" });
  const { modelId, copyId } = await inProduction(review);
  const read = async () => {
    const input = { projectId: desk.projectId, alias: "production", limit: 3 };
    const { checkpoints } = await api.call(desk.caller, queryServedEvaluations, input);
    const { aliases, latest, retractedSteps } = await api.call(byBearer(desk.caller), listCheckpointAliases, {
      modelId,
    });
    expect(latest).toEqual({ step: 5, retracted: aliases[0]?.retracted });
    expect(retractedSteps).toEqual(latest?.retracted ? [3, 5] : []);
    expect(aliases.map(({ retracted }) => retracted)).toEqual(checkpoints.map(({ retracted }) => retracted));
    return checkpoints.map(({ retracted }) => retracted);
  };
  expect(await read()).toEqual([null]);
  const { retraction } = await retract(review, { annotatorUserId: desk.person(1).userId });
  const versions = [{ projectId: desk.projectId, datasetId: copyId, name: "copy", number: 0, rows: 3 }];
  expect(await read()).toEqual([{ ...LATER, rows: 3, totalRows: 5, versions }]);
  await retract(review, { annotatorUserId: desk.person(0).userId });
  expect(await read()).toEqual([
    { ...LATER, rows: 5, totalRows: 5, versions: [{ ...versions[0], rows: 5 }] },
  ]);
  await api.call(desk.caller, liftRetraction, {
    projectId: desk.projectId,
    retractionId: retraction?.id ?? "",
  });
  expect(await read()).toEqual([
    { ...LATER, rows: 3, totalRows: 5, versions: [{ ...versions[0], rows: 3 }] },
  ]);
});

test("a build that leaves out what was retracted and gives the same rows settles it for what learned from them", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 2 });
  for (const person of [0, 1]) await review.say(person, 0, { intent: "refund" });
  const { desk } = review;
  const { copyId } = await inProduction(review);
  const read = async () => {
    const input = { projectId: desk.projectId, alias: "production", limit: 3 };
    const { checkpoints } = await api.call(desk.caller, queryServedEvaluations, input);
    return checkpoints.map(({ retracted }) => retracted?.rows ?? null);
  };
  await retract(review, { annotatorUserId: desk.person(1).userId });
  expect(await read()).toEqual([1]);
  await api.db.query(
    sql`update dataset_version set read_at = clock_timestamp() where dataset_id = ${copyId}`,
  );
  expect(await read()).toEqual([null]);
});

test("retracted rows that were held out, and those of another project, say nothing of what serves", async () => {
  const [review, other] = [
    await anIntentQueue(api, { items: 3, people: 1 }),
    await anIntentQueue(api, { items: 3, people: 1 }),
  ];
  for (const place of [review, other])
    for (const item of [0, 1, 2]) await place.say(0, item, { intent: "refund" });
  const { desk } = review;
  await inProduction(review);
  await retract(other, { annotatorUserId: other.desk.person(0).userId });
  const read = async () =>
    (
      await api.call(desk.caller, queryServedEvaluations, {
        projectId: desk.projectId,
        alias: "production",
        limit: 3,
      })
    ).checkpoints.map(({ retracted }) => retracted?.rows);
  await retract(review, { feedbackIds: [await anAnswerOf(review, 0)] });
  expect(await read()).toEqual([1]);
  await api.db.query(sql`update dataset_row set is_held_out = true where project_id = ${desk.project.id}`);
  expect(await read()).toEqual([undefined]);
});

async function anAnswerOf({ desk }: ReviewPlace, item: number): Promise<string> {
  const { callId = "" } = desk.items[item] ?? {};
  const where = { projectId: desk.project.id, callId, feedbackType: { startsWith: "wandb.annotation" } };
  return (await api.db.prisma.feedback.findFirstOrThrow({ where })).id;
}
