import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aQueuedJob,
  aTrainedModel,
  eventsOf,
  expireLease,
  rowOf,
  takeJob,
} from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { buryJobs } from "#lib/training/jobs/bury-jobs.ts";
import { completeJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";

const api = startHarness();

routeGuarantees(api, contract.cancelTrainingJob, async ({ project }) => ({
  training_job_id: await aQueuedJob(api, await aTrainedModel(api, { project })),
}));

async function aPlace() {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "engineer"));
  const id = await aQueuedJob(api, model);
  const cancel = async (query = "") => {
    const response = await api.send(caller, { path: `/v1/preview/training-jobs/${id}/cancel${query}` });
    expect(response.status).toBe(200);
    return response.json();
  };
  return { id, cancel };
}

test("a waiting job is cancelled at once and ends its list of events; asking again changes nothing", async () => {
  const { id, cancel } = await aPlace();
  expect(await cancel()).toMatchObject({ id, status: "CANCELLED" });
  const before = [await rowOf(api, id), await eventsOf(api, id, { all: true })];
  expect(await cancel()).toMatchObject({ status: "CANCELLED" });
  expect([await rowOf(api, id), await eventsOf(api, id, { all: true })]).toEqual(before);
  expect(await eventsOf(api, id)).toMatchObject([
    { type: "training_failed", data: { error_message: "cancelled" } },
  ]);
});

test("a running job is being cancelled until its trainer has stopped", async () => {
  const { id, cancel } = await aPlace();
  await takeJob(api, id);
  expect(await cancel()).toMatchObject({ status: "RUNNING", state: "cancelling" });
  expect(await cancel()).toMatchObject({ state: "cancelling" });
});

test("a job that finished before is not cancelled any more", async () => {
  const { id, cancel } = await aPlace();
  const { hold } = await takeJob(api, id);
  await startSteps(api.db, hold, { totalSteps: 0, facts: {}, groups: [] });
  await completeJob(api.db, hold, { id: newId(), folder: "checkpoints/a/b", files: {} });
  expect(await cancel()).toMatchObject({ status: "COMPLETED", checkpoint_step: 1 });
});

test("a running job that is to keep what it has learned ends completed, and says that it was stopped early", async () => {
  const { id, cancel } = await aPlace();
  const { hold } = await takeJob(api, id);
  await startSteps(api.db, hold, { totalSteps: 3, facts: {}, groups: [] });
  await recordStep(api.db, hold, { number: 1, metrics: { loss: 2 } });
  expect(await cancel("?keep=true")).toMatchObject({ state: "cancelling", is_stopped_early: false });
  const asked = await recordStep(api.db, hold, { number: 2, metrics: { loss: 1 } });
  expect(asked).toEqual({ isCancelAsked: true, isKeepAsked: true });
  await completeJob(api.db, hold, { id: newId(), folder: "checkpoints/a/b", files: {} });
  expect(await cancel()).toMatchObject({
    status: "COMPLETED",
    is_stopped_early: true,
    checkpoint_step: 1,
    kept_step: 2,
    step: 2,
    total_steps: 3,
  });
});

test("where nothing was learned there is nothing to keep, nor where the trainer died before it was written down", async () => {
  const waiting = await aPlace();
  expect(await waiting.cancel("?keep=true")).toMatchObject({ state: "cancelled" });
  const { id, cancel } = await aPlace();
  const { hold } = await takeJob(api, id);
  await startSteps(api.db, hold, { totalSteps: 3, facts: {}, groups: [] });
  await recordStep(api.db, hold, { number: 1, metrics: { loss: 2 } });
  await cancel("?keep=true");
  await expireLease(api, id);
  await buryJobs(api.db);
  expect(await cancel()).toMatchObject({ state: "cancelled", checkpoint_step: null });
});
