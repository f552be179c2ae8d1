import { expect, test } from "vitest";
import { getRetractedRowsOfJob } from "#lib/contract/evaluation/aliases.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getRetractedRowsOfJob, async ({ project }) => ({
  training_job_id: await aQueuedJob(api, await aTrainedModel(api, { project })),
}));

test("a job on a file has nothing that was retracted, in raw JSON, and an unknown one is a 404", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const read = (id: string) =>
    api.send(caller, { method: "GET", path: `/v1/preview/training-jobs/${id}/retracted_rows` });
  expect(await (await read(await aQueuedJob(api, model))).json()).toEqual({ retracted: null });
  expect((await read("none")).status).toBe(404);
});
