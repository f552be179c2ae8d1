import { expect, test } from "vitest";
import { createRetraction } from "#lib/contract/datasets/retractions.ts";
import { getRetractedRows } from "#lib/contract/evaluation/aliases.ts";
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

test("a checkpoint without a name says what it learned from that was retracted since, in raw JSON", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 2 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  await review.say(1, 2, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0 } });
  const { id: datasetId } = await aDataset(api, desk, recipe, { name: "intents" });
  await aVersion(api, desk, datasetId);
  const model = await aTrainedModel(api, { project: desk.project });
  const { modelId } = model;
  const jobId = await aQueuedJob(api, model);
  const ref = `weave:///${desk.projectId}/object/intents:v0`;
  await api.db.query(
    sql`update training_job set dataset_ref = ${ref}, state = 'completed' where id = ${jobId}`,
  );
  await api.db.prisma.checkpoint.create({
    data: { projectId: desk.project.id, modelId, id: newId(), step: 4, jobId },
  });
  const caller = byBearer(desk.caller);
  const read = async (step: number) => {
    const path = `/v1/preview/models/${modelId}/checkpoints/${step}/retracted_rows`;
    return api.send(caller, { method: "GET", path });
  };
  expect(await (await read(4)).json()).toEqual({ step: 4, retracted: null });
  const all = { itemIds: [], feedbackIds: [], reason: "", preview: false };
  const annotatorUserId = desk.person(1).userId;
  await api.call(desk.caller, createRetraction, { projectId: desk.projectId, annotatorUserId, ...all });
  expect(await (await read(4)).json()).toEqual({
    step: 4,
    retracted: {
      ...{ rows: 1, total_rows: 3 },
      versions: [{ dataset_id: datasetId, name: "intents", number: 0, rows: 1 }],
    },
  });
  expect((await read(5)).status).toBe(404);
});
