import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { findCheckpoint, latestCheckpoint, nextStep } from "#lib/models/checkpoints/checkpoints.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aQueuedJob, beginSteps, doStep, takeJob } from "#lib/testing/data/job-data.ts";
import { aLoopIn } from "#lib/testing/data/loop-data.ts";
import { aJobIn, aModel, aModelIn, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";
import { completeJob, finishCancelled } from "#lib/training/jobs/end-job.ts";
import { leaveCheckpoint } from "#lib/training/jobs/leave-checkpoint.ts";

const api = startHarness();

async function modelOf(place: Place): Promise<string> {
  const model = await aModelIn(api, place);
  await someCheckpoints(api, { model, project: place.project }, [1, 2]);
  return model.id;
}

routeGuarantees(api, contract.listCheckpoints, async (place) => ({ model_id: await modelOf(place) }));
routeGuarantees(api, contract.deleteCheckpoints, async (place) => ({
  model_id: await modelOf(place),
  steps: [0, 1],
}));

async function list({ caller, model }: ModelPlace, query = "") {
  const path = `/v1/preview/models/${model.id}/checkpoints${query}`;
  return api.send(caller, { method: "GET", path });
}

async function remove({ caller, model }: ModelPlace, steps: unknown) {
  const path = `/v1/preview/models/${model.id}/checkpoints`;
  return api.send(caller, { method: "DELETE", path, body: { steps } });
}

test("checkpoints are rows of id, step and numbers, first step first", async () => {
  const place = await aModel(api);
  const [first] = await someCheckpoints(api, place, [1]);
  const page = await (await list(place)).json();
  expect(page).toMatchObject({ object: "list", has_more: false, last_id: first });
  expect(page.data[1]).toEqual({
    id: first,
    step: 1,
    metrics: { reward: 0.1 },
    size_bytes: 0,
    is_corrupt: false,
    job_id: null,
    job_step: null,
    is_interim: false,
    parent_id: null,
    aliases: ["latest"],
    created_at: expect.stringMatching(/Z$/),
  });
});

test("the newest step is asked for with one row in descending order", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2, 3]);
  const page = await (await list(place, "?limit=1&order=desc")).json();
  expect(page.data.map(({ step }: { step: number }) => step)).toEqual([3]);
  expect(page.has_more).toBe(true);
});

test.each([1, 20, 21, 100])(
  "%d checkpoints come once each over all pages, in either order",
  async (count) => {
    const place = await aModel(api);
    const steps = Array.from({ length: count }, (_, i) => i);
    await someCheckpoints(api, place, steps.slice(1));
    for (const order of ["asc", "desc"]) {
      const seen: number[] = [];
      for (let after = "", hasMore = true; hasMore; ) {
        const page = await (await list(place, `?order=${order}${after && `&after=${after}`}`)).json();
        expect(page.data.length).toBeLessThanOrEqual(20);
        seen.push(...page.data.map(({ step }: { step: number }) => step));
        ({ has_more: hasMore, last_id: after } = page);
      }
      expect(seen).toEqual(order === "asc" ? steps : steps.toReversed());
    }
  },
);

test("a cursor that names no checkpoint of the model is a 422, and another order than the two is one too", async () => {
  const [place, other] = [await aModel(api), await aModel(api)];
  const [foreign = ""] = await someCheckpoints(api, other, [1]);
  const answers = [];
  for (const after of [newId(), foreign, "x".repeat(10_000)]) {
    const response = await list(place, `?after=${after}`);
    expect(response.status).toBe(422);
    answers.push(await response.text());
  }
  expect(answers[0]).toBe(answers[1]);
  expect((await list(place, "?order=sideways")).status).toBe(422);
});

test("deleting names the steps that were not there, and repeats count once", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2, 3]);
  const answer = await remove(place, [1, 1, 9, 2, 9]);
  expect(await answer.json()).toEqual({ deleted_count: 2, not_found_steps: [9] });
  const again = await remove(place, [1, 2]);
  expect(await again.json()).toEqual({ deleted_count: 0, not_found_steps: [1, 2] });
  expect(await (await remove(place, [])).json()).toEqual({ deleted_count: 0, not_found_steps: [] });
  const { data } = await (await list(place)).json();
  expect(data.map(({ step }: { step: number }) => step)).toEqual([0, 3]);
});

test("the files of a deleted checkpoint are gone from the disk", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1]);
  const { folder } = await api.db.prisma.checkpoint.findFirstOrThrow({
    where: { modelId: place.model.id, step: 0 },
  });
  const absolute = path.join(env().SPINDLE_DATA_DIR, folder ?? "");
  expect((await stat(absolute)).isDirectory()).toBe(true);
  await remove(place, [0]);
  await expect(stat(absolute)).rejects.toMatchObject({ code: "ENOENT" });
});

test("the newest may be deleted by name, the last one left may not, and nothing goes where one is refused", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2]);
  expect(await (await remove(place, [2])).json()).toEqual({ deleted_count: 1, not_found_steps: [] });
  const refused = await remove(place, [0, 1]);
  expect(refused.status).toBe(409);
  expect(refused.headers.get("x-should-retry")).toBe("false");
  const { data } = await (await list(place)).json();
  expect(data).toHaveLength(2);
});

test.each(["kl_penalty_reference_step", "reference_step"])(
  "what a job that has not ended begins with, or compares to as its %s, is kept",
  async (setting) => {
    const place = await aModel(api);
    await someCheckpoints(api, place, [1, 2, 3]);
    const odd = { note: "a\u0000b\ud800", [setting]: 1 };
    await aJobIn(api, place, { state: "queued", config: odd });
    for (const steps of [[3], [1], [0, 1]]) expect((await remove(place, steps)).status).toBe(409);
    expect(await (await remove(place, [0, 2])).json()).toEqual({ deleted_count: 2, not_found_steps: [] });
  },
);

test("what a job will start from that passes over steps that learned nothing is kept, and not what it passes over", async () => {
  const place = await aModel(api);
  const [, deadId] = await someCheckpoints(api, place, [1, 2]);
  const dead = await aJobIn(api, place, { state: "completed" });
  const warnings = [{ code: "guessing", severity: "dead", step: null, text: "" }];
  await api.db.prisma.trainingJob.update({ where: { id: dead }, data: { warnings } });
  await api.db.prisma.checkpoint.update({ where: { id: deadId }, data: { jobId: dead } });
  const waiting = await aJobIn(api, place, { state: "queued" });
  await api.db.prisma.trainingJob.update({ where: { id: waiting }, data: { startsClean: true } });
  expect((await remove(place, [1])).status).toBe(409);
  expect((await remove(place, [2])).status).toBe(200);
});

test("what a loop compares its new step with is kept while its run continues, between its job and its evaluation too", async () => {
  const { project, caller, ...own } = await aModel(api);
  const { model_id, run_id } = await aLoopIn(api, { project, caller });
  const place = { project, caller, model: { ...own.model, id: model_id } };
  const [start, , made] = await someCheckpoints(api, place, [1, 2, 3]);
  const job = await aJobIn(api, place, { state: "completed" });
  await api.db.prisma.trainingJob.update({ where: { id: job }, data: { startCheckpointId: start ?? "" } });
  await api.db.prisma.checkpoint.update({ where: { id: made ?? "" }, data: { jobId: job } });
  const change = (data: object) => api.db.prisma.loopRun.update({ where: { id: run_id }, data });
  await change({ jobId: job, measure: { evaluation_id: newId(), metric: "nll", min_gain: 0 } });
  const refused = await remove(place, [1]);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(/Step 1 of .* is compared in a run of the loop “Never”/);
  expect((await remove(place, [3])).status).toBe(409);
  expect((await remove(place, [2])).status).toBe(200);
  await change({ step: 3, comparedStep: 0 });
  expect((await remove(place, [0])).status).toBe(409);
  expect((await remove(place, [1])).status).toBe(200);
  await change({ state: "completed", endedAt: new Date() });
  expect((await remove(place, [0])).status).toBe(200);
});

test("a step is never used again, and what is latest follows what is left and whole", async () => {
  const place = await aModel(api);
  const [, , third = ""] = await someCheckpoints(api, place, [1, 2, 3]);
  await remove(place, [3]);
  expect(await nextStep(api.db, place.model)).toBe(4);
  expect(await latestCheckpoint(api.db, place.model)).toMatchObject({ step: 2 });
  expect(await findCheckpoint(api.db, place.model, 3)).toBe(null);
  expect(third).not.toBe("");
  await api.db.prisma.checkpoint.updateMany({
    where: { modelId: place.model.id, step: 2 },
    data: { corruptAt: new Date() },
  });
  expect(await latestCheckpoint(api.db, place.model)).toMatchObject({ step: 1 });
  const { data } = await (await list(place)).json();
  expect(data.map((row: { is_corrupt: boolean }) => row.is_corrupt)).toEqual([false, false, true]);
});

test.each([[[-1]], [["one"]], [[1.5]], [[2 ** 31]], ["1"], [[null]]])("steps %j are a 422", async (steps) => {
  expect((await remove(await aModel(api), steps)).status).toBe(422);
});

test("what a job leaves on the way is listed at once, is never the newest, and cannot be all that is left", async () => {
  const place = await aModel(api);
  const jobId = await aQueuedJob(api, { modelId: place.model.id, project: place.project });
  const { hold } = await takeJob(api, jobId);
  await beginSteps(api, hold, 9);
  await doStep(api, hold, 1);
  const written = { folder: "checkpoints/none/a", files: { "a.bin": { sha256: "00", sizeBytes: 3 } } };
  await leaveCheckpoint(api.db, hold, { ...written, id: newId(), jobStep: 1 });
  const { data } = await (await list(place)).json();
  expect(data[1]).toMatchObject({
    ...{ step: 1, job_id: jobId, job_step: 1, is_interim: true, size_bytes: 3 },
    ...{ metrics: { loss: 1, gradient_step: 1 }, aliases: [] },
  });
  expect(data[0]).toMatchObject({ step: 0, is_interim: false, aliases: ["latest"] });
  const { modelId } = { modelId: place.model.id };
  const read = async (path: string) => (await api.send(place.caller, { method: "GET", path })).json();
  expect(await read(`/v1/preview/models/${modelId}`)).toMatchObject({ latest_step: 0, checkpoint_count: 2 });
  const job = await read(`/v1/preview/training-jobs/${jobId}`);
  expect(job).toMatchObject({
    ...{ status: "RUNNING", checkpoint_step: null },
    interim_checkpoints: [{ step: 1, job_step: 1 }],
  });
  const lineage = await read(`/v1/preview/models/${modelId}/lineage`);
  expect(lineage.edges).toContainEqual({ from_id: jobId, to_id: data[1].id });

  await askCancel(api.db, jobId);
  await finishCancelled(api.db, hold);
  expect(await remove(place, [0])).toMatchObject({ status: 409 });
  expect((await (await list(place)).json()).data).toHaveLength(2);
  expect(await (await remove(place, [1])).json()).toMatchObject({ deleted_count: 1 });
  expect((await read(`/v1/preview/training-jobs/${jobId}`)).interim_checkpoints).toEqual([]);
});

test("a job that ends beside what it left on the way is listed once, with the checkpoint that it ended with", async () => {
  const place = await aModel(api);
  const jobId = await aQueuedJob(api, { modelId: place.model.id, project: place.project });
  const { hold } = await takeJob(api, jobId);
  await beginSteps(api, hold, 3);
  for (const number of [1, 2, 3]) {
    await doStep(api, hold, number);
    const written = { id: newId(), folder: `checkpoints/none/${number}`, files: {}, jobStep: number };
    if (number < 3) await leaveCheckpoint(api.db, hold, written);
    else await completeJob(api.db, hold, written);
  }
  const path = `/v1/preview/training-jobs?project_id=${encodeURIComponent(place.project.path)}`;
  const jobs = await (await api.send(place.caller, { method: "GET", path })).json();
  expect(jobs.data).toMatchObject([
    {
      ...{ id: jobId, checkpoint_step: 3, kept_step: 3 },
      interim_checkpoints: [1, 2].map((step) => ({ step, job_step: step })),
    },
  ]);
  expect(await latestCheckpoint(api.db, place.model)).toMatchObject({ step: 3 });
});
