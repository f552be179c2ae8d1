import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-queue.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.listTrainingGroups, async ({ project }) => {
  await inGroup("rates", await aQueuedJob(api, await aTrainedModel(api, { project })));
  return { project_id: project.path };
});

async function inGroup(group: string, jobId: string): Promise<string> {
  await api.db.query(sql`update training_job set group_name = ${group} where id = ${jobId}`);
  return jobId;
}

test("groups are summed up by the last 20 steps of each job that ended well, the newest first", async () => {
  const model = await aTrainedModel(api);
  const { project } = model;
  // The loss of a step is one divided by its number, so the longer job is the better one.
  const short = await inGroup("rates", await aCompletedJob(api, model, 10));
  const long = await inGroup("rates", await aCompletedJob(api, await aTrainedModel(api, { project }), 30));
  await inGroup("rates", await aQueuedJob(api, model));
  await aQueuedJob(api, model);
  const waiting = await inGroup(
    "sizes",
    await aQueuedJob(api, await aTrainedModel(api, { project }), { kind: "rl" }),
  );
  const caller = byBearer(await api.aCaller(project, "viewer"));
  const path = `/v1/preview/training-groups?project_id=${project.path}`;
  const { data } = await (await api.send(caller, { method: "GET", path })).json();
  const meanOf = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => 1 / (from + n)).reduce((a, b) => a + b) / (to - from + 1);
  const [shortLoss, longLoss] = [meanOf(1, 10), meanOf(11, 30)];
  expect(data).toMatchObject([
    {
      group: "sizes",
      job_count: 1,
      unended_count: 1,
      metric: "reward",
      mean: null,
      best: null,
      best_job_id: null,
    },
    { group: "rates", job_count: 3, completed_count: 2, unended_count: 1, metric: "loss", best_job_id: long },
  ]);
  expect(data[1].best).toBeCloseTo(longLoss, 12);
  expect(data[1].mean).toBeCloseTo((shortLoss + longLoss) / 2, 12);
  expect([short, waiting]).not.toContain(data[1].best_job_id);
});
