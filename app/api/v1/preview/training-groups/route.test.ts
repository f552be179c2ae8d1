import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { figureSteps } from "#lib/contract/training/figure-steps.ts";
import * as contract from "#lib/contract/training/training-queue.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { Sql, sql } from "#lib/platform/db/sql.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { stepsOfFigure } from "#lib/training/steps-of-figure.ts";

const api = startHarness();

routeGuarantees(api, contract.listTrainingGroups, async ({ project }) => {
  await inGroup("rates", await aQueuedJob(api, await aTrainedModel(api, { project })));
  return { project_id: project.path };
});

async function inGroup(group: string, jobId: string): Promise<string> {
  await api.db.query(sql`update training_job set group_name = ${group} where id = ${jobId}`);
  return jobId;
}

test("groups are summed up by the last tenth of the steps of each job that ended well, the newest first", async () => {
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
  const [shortLoss, longLoss] = [meanOf(10, 10), meanOf(28, 30)];
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

test("the figure of a job is the same wherever it is computed, and so for checkpoints that were kept from before", async () => {
  const model = await aTrainedModel(api);
  const metrics = async (jobId: string) =>
    (await api.db.prisma.checkpoint.findFirstOrThrow({ where: { jobId } })).metrics;
  const migration = await readFile(
    "prisma/migrations/20261125101000_metrics_of_last_tenth/migration.sql",
    "utf8",
  );
  for (const steps of [1, 10, 11]) {
    const jobId = await inGroup(`of ${steps}`, await aCompletedJob(api, model, steps));
    const made = await metrics(jobId);
    expect(made).toMatchObject({ gradient_step: steps - (figureSteps(steps) - 1) / 2 });
    await api.db.query(sql`update checkpoint set metrics = '{"loss": 7}' where job_id = ${jobId}`);
    await api.asOwner(new Sql([migration], []));
    expect(await metrics(jobId)).toEqual(made);
  }
  const rows = await api.db.query(
    sql`select ${columns({ step: int(sql`step`), steps: int(stepsOfFigure(sql`step`)) })} from generate_series(0, 300) as step`,
  );
  expect(rows.filter(({ step, steps }) => steps !== figureSteps(step))).toEqual([]);
  expect([0, 1, 10, 11, 190, 191, 5000].map(figureSteps)).toEqual([1, 1, 1, 2, 19, 20, 20]);
});
