import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { aLoopIn } from "#lib/testing/data/loop-data.ts";
import { aJobIn, aModel, aModelIn, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { untilWaiting } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function modelOf(place: Place): Promise<Record<string, unknown>> {
  return { model_id: (await aModelIn(api, place)).id };
}

routeGuarantees(api, contract.getModel, modelOf);
routeGuarantees(api, contract.deleteModel, modelOf);

const gone = (modelId: string) => ({
  status: 404,
  message: `Model ${modelId} not found; it does not exist in your projects or was deleted`,
});

test("reading a model shows where it stands", async () => {
  const { caller, project, model } = await aModel(api);
  await someCheckpoints(api, { model, project }, [1, 2, 5]);
  const madeAt = new Date("2026-11-20T08:00:00.000Z");
  await api.db.prisma.checkpoint.updateMany({
    where: { projectId: project.id, modelId: model.id, step: 5 },
    data: { createdAt: madeAt },
  });
  const response = await api.send(caller, { method: "GET", path: `/v1/preview/models/${model.id}` });
  expect(await response.json()).toEqual({
    id: model.id,
    entity: project.entity,
    project: project.name,
    project_id: project.path,
    name: model.name,
    base_model: "spindle-mini",
    base_parameters: 2_226_560,
    run_id: null,
    training: { mode: "lora", rank: 8, alpha: 16 },
    created_at: model.createdAt.toISOString(),
    created_by: caller.userId,
    latest_step: 5,
    latest_step_at: madeAt.toISOString(),
    checkpoint_count: 4,
    unended_jobs: 0,
    last_job: null,
  });
});

test("a deleted model is gone with its checkpoints and their files, and deleting it again deletes nothing", async () => {
  const { caller, project, model } = await aModel(api);
  await someCheckpoints(api, { model, project }, [1, 2]);
  const deleted = await api.send(caller, { method: "DELETE", path: `/v1/preview/models/${model.id}` });
  expect(await deleted.json()).toEqual({ model_id: model.id, deleted_checkpoints: 3, deleted_run: false });
  await expect(api.call(caller, contract.getModel, { modelId: model.id })).rejects.toMatchObject(
    gone(model.id),
  );
  const page = { modelId: model.id, order: "asc", limit: 20 } as const;
  await expect(api.call(caller, contract.listCheckpoints, page)).rejects.toMatchObject(gone(model.id));
  const folder = path.join(env().SPINDLE_DATA_DIR, "checkpoints", model.id);
  expect(await readdir(folder)).toEqual([]);
  const again = await api.call(caller, contract.deleteModel, { modelId: model.id });
  expect(again).toEqual({ modelId: model.id, deletedCheckpoints: 0, deletedRun: false });
});

test("eight deletions of one model at once all succeed, and together delete its checkpoint once", async () => {
  const { caller, model } = await aModel(api);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.call(caller, contract.deleteModel, { modelId: model.id })),
  );
  expect(answers.map(({ deletedCheckpoints }) => deletedCheckpoints).sort()).toEqual([
    0, 0, 0, 0, 0, 0, 0, 1,
  ]);
});

test("the name of a deleted model is free again, and the new model is another one", async () => {
  const place = await aModel(api, { name: "agent" });
  await api.call(place.caller, contract.deleteModel, { modelId: place.model.id });
  const again = await aModelIn(api, place, { name: "agent" });
  expect(again.id).not.toBe(place.model.id);
});

test.each(["queued", "validating", "running", "cancelling"])(
  "a model with a job that is %s is not deleted, and clients are asked not to retry",
  async (state) => {
    const { caller, project, model } = await aModel(api);
    const jobId = await aJobIn(api, { model, project }, { state });
    const refused = await api.send(caller, { method: "DELETE", path: `/v1/preview/models/${model.id}` });
    expect(refused.status).toBe(409);
    expect(refused.headers.get("x-should-retry")).toBe("false");
    expect((await refused.json()).detail).toContain(jobId);
    expect(await api.call(caller, contract.getModel, { modelId: model.id })).toMatchObject({
      checkpointCount: 1,
    });
  },
);

test.each(["completed", "failed", "cancelled"])(
  "a model whose job has %s is deleted with the job's data",
  async (state) => {
    const { caller, project, model } = await aModel(api);
    const rows = await preparedPath(jobPath(await aJobIn(api, { model, project }, { state }), "rows.jsonl"));
    await writeFile(rows, "private");
    const answer = await api.call(caller, contract.deleteModel, { modelId: model.id });
    expect(answer.deletedCheckpoints).toBe(1);
    await expect(stat(rows)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test("a model whose steps a run of a loop compares is kept until the run has ended", async () => {
  const { project, caller } = await aModel(api);
  const { model_id, run_id } = await aLoopIn(api, { project, caller });
  const model = { id: model_id };
  const [start] = await someCheckpoints(api, { model, project }, [1]);
  const job = await aJobIn(api, { project, model }, { state: "completed" });
  await api.db.prisma.trainingJob.update({ where: { id: job }, data: { startCheckpointId: start ?? "" } });
  const measure = { evaluation_id: newId(), metric: "nll", min_gain: 0 };
  await api.db.prisma.loopRun.update({ where: { id: run_id }, data: { jobId: job, measure } });
  const remove = () => api.send(caller, { method: "DELETE", path: `/v1/preview/models/${model_id}` });
  const refused = await remove();
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(/is compared in a run of the loop “Never”/);
  await api.db.prisma.loopRun.update({
    where: { id: run_id },
    data: { state: "completed", endedAt: new Date() },
  });
  expect((await remove()).status).toBe(200);
});

test("a deletion waits for a job that is being added, and then leaves the model to it", async () => {
  const { caller, project, model } = await aModel(api);
  // The promise stands in an object, because the transaction would wait for a bare one.
  const { deleting } = await api.db.transaction(async (tx) => {
    await lockModel(tx, model.id, "share");
    const deleting = api.send(caller, { method: "DELETE", path: `/v1/preview/models/${model.id}` });
    await untilWaiting(api, "from model where id");
    await aJobIn({ ...api, db: tx } as typeof api, { model, project }, { state: "queued" });
    return { deleting };
  });
  expect((await deleting).status).toBe(409);
});

test("no job can be added to a model that has just been deleted", async () => {
  const { caller, model } = await aModel(api);
  await api.call(caller, contract.deleteModel, { modelId: model.id });
  const adding = api.db.transaction((tx) => lockModel(tx, model.id, "share"));
  await expect(adding).rejects.toMatchObject({ message: gone(model.id).message });
});

test("making and deleting a model is written in the audit log", async () => {
  const { caller, model } = await aModel(api);
  await api.call(caller, contract.deleteModel, { modelId: model.id });
  const events = await api.db.prisma.auditEvent.findMany({
    where: { target: model.id },
    orderBy: { at: "asc" },
  });
  expect(events.map(({ action }) => action)).toEqual(["model.created", "model.deleted"]);
});
