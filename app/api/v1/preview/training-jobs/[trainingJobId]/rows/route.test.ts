import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training.ts";
import { queryTrainingRows } from "#lib/contract/training/training-rows.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { aQueuedJob, aTrainedModel, takeJob } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";

const api = startHarness();

routeGuarantees(api, queryTrainingRows, async ({ project }) => ({
  training_job_id: await aQueuedJob(api, await aTrainedModel(api, { project })),
  limit: 5,
}));

const ROWS = ["first", "second", "third"].map((word) => aRow(`Who is ${word}?`));

/** A job of three rows in steps of two and one, twice. */
async function aJob() {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "engineer"));
  const { id } = await api.call(caller, contract.createSftTrainingJob, {
    modelId: model.modelId,
    trainingDataUrl: `data:,${encodeURIComponent(ROWS.join("\n"))}`,
  });
  const { hold } = await takeJob(api, id);
  await startSteps(api.db, hold, { totalSteps: 4, facts: {}, groups: [] });
  const losses = [[3, 5], [4], [1, 2], [0.5]];
  for (const [at, ofStep] of losses.entries())
    await recordStep(api.db, hold, {
      number: at + 1,
      metrics: { loss: 1 },
      rows: ofStep.map((loss, row) => ({ position: at % 2 === 0 ? row : 2, loss })),
    });
  const path = `/v1/preview/training-jobs/${id}/rows`;
  const ask = async (body: Record<string, unknown> = {}) => (await api.send(caller, { path, body })).json();
  return { id, model, caller, ask };
}

test("rows come with their last losses, greatest first, and as they are in the data", async () => {
  const { ask } = await aJob();
  expect(await ask()).toEqual({
    total_count: 3,
    rows: [
      { position: 1, loss: 2, step: 3, row: JSON.parse(ROWS[1] ?? "") },
      { position: 0, loss: 1, step: 3, row: JSON.parse(ROWS[0] ?? "") },
      { position: 2, loss: 0.5, step: 4, row: JSON.parse(ROWS[2] ?? "") },
    ],
  });
  const placed = await ask({ order: "position", limit: 1, offset: 1 });
  expect(placed).toMatchObject({ total_count: 3, rows: [{ position: 1 }] });
});

test("the rows of one step are those that it learned from, with what they lost then", async () => {
  const { ask } = await aJob();
  const { rows } = await ask({ step: 1 });
  expect(rows).toMatchObject([
    { position: 1, loss: 5, step: 1 },
    { position: 0, loss: 3, step: 1 },
  ]);
  expect(await ask({ step: 9 })).toEqual({ total_count: 0, rows: [] });
});

test("losses outlive the data of the job, and jobs of other kinds have none", async () => {
  const { id, ask, model, caller } = await aJob();
  await rm(absolutePath(jobPath(id)), { recursive: true });
  const { rows } = await ask();
  expect(rows).toMatchObject([{ loss: 2, row: null }, { loss: 1 }, { loss: 0.5 }]);
  const rl = await aQueuedJob(api, model, { kind: "rl" });
  const refused = await api.send(caller, { path: `/v1/preview/training-jobs/${rl}/rows`, body: {} });
  expect(refused.status).toBe(409);
});
