import { expect, test } from "vitest";
import * as contract from "#lib/contract/loops/loops.ts";
import { advanceLoopsOnce, aLoopIn, readLoop, runsOf } from "#lib/testing/data/loop-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

const ids = async (place: Parameters<typeof aLoopIn>[1]) => {
  const { project_id, loop_id } = await aLoopIn(api, place);
  return { project_id, loop_id };
};
routeGuarantees(api, contract.getLoop, ids);
routeGuarantees(api, contract.deleteLoop, ids);
routeGuarantees(api, contract.updateLoop, async (place) => {
  const { dataset_id, model_id, project_id, loop_id } = await aLoopIn(api, place);
  const train = { kind: "sft", model_id, start: "first" };
  return { project_id, loop_id, name: "Often", dataset_id, when: { kind: "hours", hours: 2 }, train };
});

test("a plan counts from when it is set, and a deleted loop leaves what its runs were", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { loop_id: loopId, dataset_id: datasetId, model_id: modelId } = await aLoopIn(api, place);
  const settings = {
    projectId: project.path,
    loopId,
    name: " Daily ",
    datasetId,
    maxJobs: 3,
    isPaused: false,
  };
  const train = { kind: "sft" as const, modelId, start: "first" as const };
  const set = async (when: contract.Loop["when"]) =>
    (await api.call(place.caller, contract.updateLoop, { ...settings, train, when })).loop;
  const before = Date.now();
  const hourly = await set({ kind: "hours", hours: 2 });
  expect(hourly).toMatchObject({ name: "Daily", maxJobs: 3, train, newAnswers: null });
  expect(Number(hourly.nextAt)).toBeGreaterThanOrEqual(before + 7_200_000);
  expect((await set({ kind: "hours", hours: 2 })).nextAt).toEqual(hourly.nextAt);
  expect(await set({ kind: "answers", count: 5 })).toMatchObject({ nextAt: null, newAnswers: 0 });

  const ids = { projectId: project.path, loopId };
  expect(await api.call(place.caller, contract.deleteLoop, ids)).toEqual({ deletedCount: 1 });
  await advanceLoopsOnce(api, place);
  expect(await runsOf(api, place, loopId)).toMatchObject([{ state: "stopped", loopId }]);
  await expect(readLoop(api, place, loopId)).rejects.toMatchObject({ status: 404 });
});

test("a loop that could not work any more can still be paused, and is not set to work", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { loop_id: loopId, dataset_id: datasetId } = await aLoopIn(api, place);
  await api.db.prisma.dataset.update({ where: { id: datasetId }, data: { isArchived: true } });
  const { id: _, ...settings } = await readLoop(api, place, loopId);
  const save = (more: Partial<typeof settings>) =>
    api.call(place.caller, contract.updateLoop, { ...settings, loopId, ...more });
  expect((await save({ isPaused: true })).loop.isPaused).toBe(true);
  await expect(save({ isPaused: true, maxJobs: 9 })).rejects.toMatchObject({ status: 422 });
  await expect(save({ isPaused: false })).rejects.toMatchObject({ status: 422 });
});
