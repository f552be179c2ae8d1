import { expect, test } from "vitest";
import { listCheckpoints } from "#lib/contract/models/models.ts";
import * as contract from "#lib/contract/training/training-progress.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aQueuedJob, aTrainedModel, takeJob } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { completeJob, failJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";

const api = startHarness();

routeGuarantees(api, contract.getTrainingMetrics, async ({ project }) => ({
  training_job_id: await aQueuedJob(api, await aTrainedModel(api, { project })),
  names: "loss",
  max_points: 10,
}));

const STEPS = 100;
const SPIKE_AT = 37;
/** Falls by one a step, with one spike; a known answer for every span. */
const lossAt = (step: number) => (step === SPIKE_AT ? 1000 : STEPS - step);

const EXTREMES = { least: { step: STEPS, value: 0 }, greatest: { step: SPIKE_AT, value: 1000 } };
const RECENT = {
  recent: Array.from({ length: 20 }, (_, n) => ({ step: STEPS - 19 + n, value: lossAt(STEPS - 19 + n) })),
};

async function aMeasuredJob() {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const job = await takeJob(api, jobId);
  await startSteps(api.db, job.hold, { totalSteps: STEPS, facts: {}, groups: [] });
  for (let number = 1; number <= STEPS; number++)
    await recordStep(api.db, job.hold, { number, metrics: measured(number) });
  await failJob(api.db, job.hold, "enough");
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const read = async (query: string) => {
    const path = `/v1/preview/training-jobs/${jobId}/metrics?${query}`;
    const response = await api.send(caller, { method: "GET", path });
    expect(response.status).toBe(200);
    return response.json();
  };
  return { jobId, read };
}

function measured(step: number) {
  return { loss: lossAt(step), "data/reward": 0.5, num_tokens: 100 };
}

type Point = {
  first_step: number;
  last_step: number;
  first: number;
  last: number;
  min: number;
  max: number;
  mean: number;
};

function plainPoint(from: number, to: number): Point {
  const values = Array.from({ length: to - from + 1 }, (_, n) => lossAt(from + n));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    first_step: from,
    last_step: to,
    first: lossAt(from),
    last: lossAt(to),
    min: Math.min(...values),
    max: Math.max(...values),
    mean: expect.closeTo(mean, 9) as unknown as number,
  };
}

test("metrics come step by step where there is room, and in spans that hide no spike where there is not", async () => {
  const { read } = await aMeasuredJob();
  const all = await read("");
  expect(all.steps_per_point).toBe(1);
  expect(all.series.map(({ name }: { name: string }) => name)).toEqual(["data/reward", "loss", "num_tokens"]);
  expect(all.series[1].points).toEqual(Array.from({ length: STEPS }, (_, n) => plainPoint(n + 1, n + 1)));

  const coarse = await read("names=loss,unknown&max_points=13");
  expect(coarse.steps_per_point).toBe(8);
  expect(coarse.series).toEqual([
    {
      name: "loss",
      points: Array.from({ length: 13 }, (_, n) => plainPoint(n * 8 + 1, Math.min(n * 8 + 8, STEPS))),
      ...EXTREMES,
      ...RECENT,
    },
  ]);
  expect(Math.max(...coarse.series[0].points.map(({ max }: Point) => max))).toBe(1000);

  const single = await read("names=loss&max_points=1");
  expect(single).toEqual({
    steps_per_point: 512,
    series: [{ name: "loss", points: [plainPoint(1, STEPS)], ...EXTREMES, ...RECENT }],
    times: [],
  });
  const part = await read("names=loss&from_step=30&to_step=40");
  expect(part.series[0].points).toEqual(Array.from({ length: 11 }, (_, n) => plainPoint(30 + n, 30 + n)));
  const beyond = await read("names=loss&from_step=99&to_step=1000");
  expect(beyond.series[0].points).toHaveLength(2);
});

test("the least and the greatest value of a series name their very step, also where points are spans", async () => {
  const { read } = await aMeasuredJob();
  const { series } = await read("names=loss&max_points=2&from_step=40&to_step=100");
  expect(series[0]).toMatchObject({ least: { step: 100, value: 0 }, greatest: { step: 37, value: 1000 } });
  const reward = await read("names=data/reward");
  expect(reward.series[0]).toMatchObject({
    least: { step: 1, value: 0.5 },
    greatest: { step: 1, value: 0.5 },
  });
});

test("times say when the last step of each span was done, in seconds from the start, and how fast its steps were", async () => {
  const { read, jobId } = await aMeasuredJob();
  await api.db.query(sql`
    with steps as (select id, row_number() over (order by number) as step from training_event
      where job_id = ${jobId} and type = 'gradient_step')
    update training_event e set created_at = j.started_at + (2 * s.step + case when s.step = 50 then 1.5 else 0 end) * interval '1 s'
    from steps s, training_job j where e.id = s.id and j.id = ${jobId}`);
  const fine = await read("names=loss&with_times=true");
  expect(fine.times).toEqual(
    Array.from({ length: STEPS }, (_, n) => {
      // A hundred tokens a step, and one step that came late.
      const [late, took] = n + 1 === 50 ? [1.5, 3.5] : [0, n + 1 === 51 ? 0.5 : 2];
      const speed = expect.closeTo(100 / took, 6);
      return { step: n + 1, seconds: 2 * (n + 1) + late, slowest: speed, quickest: speed };
    }),
  );
  const coarse = await read("names=loss&with_times=true&max_points=13&from_step=20");
  const lastSteps = coarse.series[0].points.map(({ last_step }: Point) => last_step);
  expect(coarse.times.map(({ step }: { step: number }) => step)).toEqual(lastSteps);
  expect(coarse.times.at(-1)).toEqual({ step: STEPS, seconds: 2 * STEPS, slowest: 50, quickest: 50 });
  const withLate = coarse.times.find(({ step }: { step: number }) => step === 56);
  expect(withLate).toMatchObject({ slowest: expect.closeTo(100 / 3.5, 6), quickest: expect.closeTo(200, 6) });
});

test("the last twenty steps are returned one by one, and the checkpoint has the mean of the last tenth", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const { hold } = await takeJob(api, jobId);
  await startSteps(api.db, hold, { totalSteps: 30, facts: {}, groups: [] });
  for (let number = 1; number <= 30; number++)
    await recordStep(api.db, hold, { number, metrics: { loss: number } });
  const step = await completeJob(api.db, hold, {
    id: newId(),
    folder: `checkpoints/none/${newId()}`,
    files: {},
  });
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const asked = { trainingJobId: jobId, maxPoints: 2, withTimes: false };
  const { series } = await api.call(caller, contract.getTrainingMetrics, asked);
  expect(series[0]?.recent.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, n) => n + 11));
  const { data } = await api.call(caller, listCheckpoints, {
    modelId: model.modelId,
    limit: 10,
    order: "asc",
  });
  expect(data.find((one) => one.step === step)?.metrics.loss).toBe(29);
});

test("a range that ends before it begins is a 422, and a job without steps has no series", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const path = `/v1/preview/training-jobs/${jobId}/metrics`;
  const refused = await api.send(caller, { method: "GET", path: `${path}?from_step=5&to_step=4` });
  expect(refused.status).toBe(422);
  expect((await refused.json()).detail[0].loc).toEqual(["query", "to_step"]);
  expect(await (await api.send(caller, { method: "GET", path })).json()).toEqual({
    steps_per_point: 1,
    series: [],
    times: [],
  });
});
