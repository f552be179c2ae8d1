import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-progress.ts";
import { aQueuedJob, aTrainedModel, takeJob } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { failJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";

const api = startHarness();

routeGuarantees(api, contract.queryTrainingCurves, async ({ project }) => ({
  project_id: project.path,
  training_job_ids: [await aMeasuredJob(project, 3)],
  names: ["loss"],
  max_points: 10,
}));

/** A job of so many steps, whose loss at each is the number of steps that are left. */
async function aMeasuredJob(project: TestProject, steps: number): Promise<string> {
  const model = await aTrainedModel(api, { project });
  const jobId = await aQueuedJob(api, model);
  if (steps === 0) return jobId;
  const { hold } = await takeJob(api, jobId);
  await startSteps(api.db, hold, { totalSteps: steps, facts: {}, groups: [] });
  for (let number = 1; number <= steps; number++)
    await recordStep(api.db, hold, { number, metrics: { loss: steps - number, num_tokens: 10 } });
  await failJob(api.db, hold, "enough");
  return jobId;
}

async function aMeasuredProject() {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "viewer"));
  const ask = async (body: object) => {
    const path = "/v1/preview/training-curves/query";
    const response = await api.send(caller, { path, body: { project_id: project.path, ...body } });
    return { status: response.status, body: await response.json() };
  };
  return { project, caller, ask };
}

test("each job has the curve that its own metrics have, as fine as there is room for its steps", async () => {
  const { project, caller, ask } = await aMeasuredProject();
  const [short, long, none] = [
    await aMeasuredJob(project, 7),
    await aMeasuredJob(project, 70),
    await aMeasuredJob(project, 0),
  ];
  const asked = [long, "unknown", none, short, long];
  const { body } = await ask({ training_job_ids: asked, names: ["loss", "reward"], max_points: 9 });
  const ids = body.curves.map(({ training_job_id }: { training_job_id: string }) => training_job_id);
  expect(ids).toEqual([long, none, short]);
  expect(body.curves[1]).toMatchObject({ steps_per_point: 1, series: [] });
  expect(body.curves[2]).toMatchObject({ steps_per_point: 1, series: [{ name: "loss" }] });
  expect(body.curves[0].steps_per_point).toBe(8);
  expect(body.curves[0].series[0].points[0]).toEqual({
    first_step: 1,
    last_step: 8,
    first: 69,
    last: 62,
    min: 62,
    max: 69,
    mean: 65.5,
  });
  const { curves } = await api.call(caller, contract.queryTrainingCurves, {
    projectId: project.path,
    trainingJobIds: [long, short],
    names: ["loss"],
    maxPoints: 9,
  });
  for (const { trainingJobId, series, stepsPerPoint } of curves) {
    const whole = { trainingJobId, names: "loss", maxPoints: 9, withTimes: false };
    const alone = await api.call(caller, contract.getTrainingMetrics, whole);
    const [{ least: _, greatest: __, ...loss } = expect.unreachable()] = alone.series;
    expect({ series, stepsPerPoint }).toEqual({ series: [loss], stepsPerPoint: alone.stepsPerPoint });
  }
});

test("more jobs, names or points than one request may ask for are a 422", async () => {
  const { ask } = await aMeasuredProject();
  const fits = { training_job_ids: Array.from({ length: 100 }, (_, n) => `job-${n}`), names: ["loss"] };
  expect(await ask(fits)).toEqual({ status: 200, body: { curves: [] } });
  for (const beyond of [
    { training_job_ids: [...fits.training_job_ids, "job-100"] },
    { names: Array.from({ length: 9 }, (_, n) => `name-${n}`) },
    { names: [] },
    { max_points: 101 },
  ])
    expect((await ask({ ...fits, ...beyond })).status).toBe(422);
});
