import { expect, test } from "vitest";
import { refusePromotion } from "#lib/contract/evaluation/promotions.ts";
import { setCheckpointAlias } from "#lib/contract/models/models.ts";
import { cancelRlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { cancelTrainingJob } from "#lib/contract/training/training.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { aDatasetIn, aVersion } from "#lib/testing/data/dataset-data.ts";
import { anEvaluation, measuredRuns } from "#lib/testing/data/evaluation-data.ts";
import { aCompletedJob, aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { aPromotionIn } from "#lib/testing/data/promotion-data.ts";
import { anRlRunIn } from "#lib/testing/data/rl-data.ts";
import { aWitness } from "#lib/testing/data/webhook-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";

const api = startHarness();
const upstream = startScriptedUpstream({ right: () => "delivery" });

/** The transactions that wrote the deliveries of a project, and those that last wrote `rows`. */
async function writers(project: TestProject, rows: Sql): Promise<{ reported: string[]; meant: string[] }> {
  const read = async (from: Sql) => {
    const found = await api.db.query(
      sql`select ${columns({ writer: text(sql`r.xmin::text`) })} from ${from} r where r.project_id = ${project.id} order by 1`,
    );
    return found.map(({ writer }) => writer);
  };
  return { reported: await read(sql`webhook_delivery`), meant: await read(rows) };
}

test("a version of a dataset is reported once, by the transaction that stores it", async () => {
  const { project, caller, reported } = await aWitness(api, ["dataset.version_ready"]);
  const { dataset_id } = await aDatasetIn(api, { project, caller });
  const { version } = await aVersion(api, { project, caller }, dataset_id);
  const by = await writers(project, sql`dataset_version`);
  expect(by.reported).toEqual(by.meant);
  // It notes at the version that it was read again.
  expect((await aVersion(api, { project, caller }, dataset_id)).isNew).toBe(false);
  const data = { project_id: project.path, dataset_id, version_id: version.id, number: 0 };
  expect(await reported()).toEqual([{ type: "dataset.version_ready", data }]);
});

test("the end of a training job is reported once, by the transaction that ends it", async () => {
  const { project, caller, reported } = await aWitness(api, [
    "training_job.completed",
    "training_job.cancelled",
  ]);
  const model = await aTrainedModel(api, { project });
  const done = await aCompletedJob(api, model);
  const cancelled = await aQueuedJob(api, model);
  for (const _ of [1, 2]) await api.call(byBearer(caller), cancelTrainingJob, { trainingJobId: cancelled });
  const data = { project_id: project.path, model_id: model.modelId };
  expect(await reported()).toEqual([
    { type: "training_job.cancelled", data: { ...data, job_id: cancelled } },
    { type: "training_job.completed", data: { ...data, job_id: done } },
  ]);
  const by = await writers(project, sql`training_job`);
  expect(by.reported).toEqual(by.meant);
});

test("the end of a run of an evaluation is reported once, by the transaction that ends it", async () => {
  const { project, caller, reported } = await aWitness(api, ["evaluation_run.completed"]);
  const names = await upstream.register(api, caller);
  const { id } = await anEvaluation(api, { project, caller });
  const wanted = { evaluationId: id, subjects: [names.right ?? ""] };
  const [run] = await measuredRuns(api, { project, caller }, wanted);
  const data = { project_id: project.path, evaluation_id: id, run_id: run?.id };
  expect(await reported()).toEqual([{ type: "evaluation_run.completed", data }]);
  const by = await writers(project, sql`evaluation_run`);
  expect(by.reported).toEqual(by.meant);
});

test("an alias is reported each time it moves and not when it stays, by the transaction that moves it", async () => {
  const { project, caller, reported } = await aWitness(api, ["checkpoint_alias.moved"]);
  const model = await aModelIn(api, { project, caller });
  await someCheckpoints(api, { model, project }, [1, 2]);
  for (const step of [1, 1, 2])
    await api.call(byBearer(caller), setCheckpointAlias, { modelId: model.id, name: "best", step });
  const data = { project_id: project.path, model_id: model.id, alias: "best" };
  expect((await reported()).reverse()).toEqual([
    { type: "checkpoint_alias.moved", data: { ...data, step: 1 } },
    { type: "checkpoint_alias.moved", data: { ...data, step: 2 } },
  ]);
  const by = await writers(project, sql`checkpoint_alias`);
  expect(by.reported).toEqual(expect.arrayContaining(by.meant));
});

test("a wish for an alias is reported as it is made and as it is decided, by the transaction that does so", async () => {
  const { project, caller, reported } = await aWitness(api, ["promotion.waiting", "promotion.refused"]);
  const { model, promotion } = await aPromotionIn(api, { project, caller });
  await api.call(caller, refusePromotion, {
    projectId: project.path,
    promotionId: promotion.id,
    note: "Too slow",
  });
  const data = { project_id: project.path, promotion_id: promotion.id, model_id: model.id };
  const wish = { ...data, alias: "production", step: 1 };
  expect((await reported()).reverse()).toEqual([
    { type: "promotion.waiting", data: wish },
    { type: "promotion.refused", data: wish },
  ]);
  const by = await writers(project, sql`promotion`);
  expect(by.reported).toEqual(expect.arrayContaining(by.meant));
});

test("the end of a run of reinforcement is reported once, by the transaction that ends it", async () => {
  const { project, caller, reported } = await aWitness(api, ["rl_run.cancelled"]);
  const { run_id: runId, model_id } = await anRlRunIn(api, { project, caller });
  for (const _ of [1, 2])
    await api.call(caller, cancelRlRun, { projectId: project.path, runId, keep: false });
  const data = { project_id: project.path, run_id: runId, model_id };
  expect(await reported()).toEqual([{ type: "rl_run.cancelled", data }]);
  const by = await writers(project, sql`rl_run`);
  expect(by.reported).toEqual(by.meant);
});
