import { expect, test } from "vitest";
import { createRetraction } from "#lib/contract/datasets/retractions.ts";
import { getRetractedRows, listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getRetractedRows, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
  step: 0,
}));

type Made = { isOfDataset?: boolean; isDead?: boolean; isInterim?: boolean; corruptAt?: Date };

/** Two people said something of three questions, and a job learned that, which made step 4 of a model. */
async function aLearner() {
  const review = await anIntentQueue(api, { items: 3, people: 2 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  await review.say(1, 2, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0 } });
  const { id: datasetId } = await aDataset(api, desk, recipe, { name: "intents" });
  await aVersion(api, desk, datasetId);
  const model = await aTrainedModel(api, { project: desk.project });
  const { modelId } = model;
  const place = { projectId: desk.project.id, modelId };
  /** A step that a job made which learned from the first version, or from nothing of the project. */
  const learned = async (step: number, { isOfDataset = true, isDead = false, ...more }: Made = {}) => {
    const jobId = await aQueuedJob(api, model);
    const ref = isOfDataset ? `weave:///${desk.projectId}/object/intents:v0` : null;
    const warnings = JSON.stringify(
      isDead ? [{ code: "guessing", severity: "dead", step: null, text: "" }] : [],
    );
    await api.db.query(
      sql`update training_job set dataset_ref = ${ref}, state = 'completed', warnings = ${warnings}::json where id = ${jobId}`,
    );
    await api.db.prisma.checkpoint.create({ data: { ...place, ...more, id: newId(), step, jobId } });
  };
  await learned(4);
  const caller = byBearer(desk.caller);
  const read = (step: number) => {
    const path = `/v1/preview/models/${modelId}/checkpoints/${step}/retracted_rows`;
    return api.send(caller, { method: "GET", path });
  };
  const retract = async () => {
    const all = { itemIds: [], feedbackIds: [], reason: "", preview: false };
    const annotatorUserId = desk.person(1).userId;
    await api.call(desk.caller, createRetraction, { projectId: desk.projectId, annotatorUserId, ...all });
  };
  return { projectId: desk.projectId, datasetId, modelId, caller, learned, read, retract };
}

test("a checkpoint without a name says what it learned from that was retracted since, in raw JSON", async () => {
  const { projectId, datasetId, read, retract } = await aLearner();
  expect(await (await read(4)).json()).toEqual({ step: 4, retracted: null });
  await retract();
  expect(await (await read(4)).json()).toEqual({
    step: 4,
    retracted: {
      ...{ rows: 1, total_rows: 3, already: 0, clean_step: 0 },
      rewards: { replies: 0, total_replies: 0, already: 0, runs: [] },
      versions: [{ project_id: projectId, dataset_id: datasetId, name: "intents", number: 0, rows: 1 }],
    },
  });
  expect((await read(5)).status).toBe(404);
});

test("a step whose job learned nothing is no step to start from instead", async () => {
  const { modelId, learned, read, retract } = await aLearner();
  await learned(5, { isOfDataset: false });
  await learned(6, { isOfDataset: false, isDead: true });
  await learned(8);
  await retract();
  expect(await (await read(8)).json()).toMatchObject({ retracted: { clean_step: 5 } });
  await api.db.query(
    sql`update checkpoint set deleted_at = now() where model_id = ${modelId} and step in (0, 5)`,
  );
  expect(await (await read(8)).json()).toMatchObject({ retracted: { clean_step: null } });
});

test("what was retracted before a job was asked for is distinguished from what was retracted since", async () => {
  const { learned, read, retract } = await aLearner();
  await retract();
  await learned(5);
  expect(await (await read(4)).json()).toMatchObject({ retracted: { rows: 1, already: 0 } });
  expect(await (await read(5)).json()).toMatchObject({ retracted: { rows: 1, already: 1 } });
});

test("the step to start from is the newest whole one that learned nothing that is retracted", async () => {
  const { modelId, caller, learned, read, retract } = await aLearner();
  await learned(5, { isOfDataset: false });
  await learned(6, { isOfDataset: false, isInterim: true });
  await learned(7, { isOfDataset: false, corruptAt: new Date() });
  await learned(8);
  await retract();
  expect(await (await read(8)).json()).toMatchObject({ retracted: { clean_step: 5 } });
  const { retractedSteps } = await api.call(caller, listCheckpointAliases, { modelId });
  expect(retractedSteps).toEqual([4, 8]);
  await api.db.query(
    sql`update checkpoint set deleted_at = now() where model_id = ${modelId} and step in (0, 5)`,
  );
  expect(await (await read(8)).json()).toMatchObject({ retracted: { clean_step: null } });
});
