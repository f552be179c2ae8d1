import { expect, test } from "vitest";
import * as contract from "#lib/contract/loops/loop-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anEvaluation, someRuns } from "#lib/testing/data/evaluation-data.ts";
import { advanceLoopsOnce, aLoopIn, anAskingLoopIn, runsOf } from "#lib/testing/data/loop-data.ts";
import { aJobIn } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.stopLoopRun, async (place) => {
  const { project_id, run_id } = await aLoopIn(api, place);
  return { project_id, run_id };
});

async function aPlace() {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project, "engineer") };
}

test("the job that a run waits for is cancelled, and a run that has ended stays as it is", async () => {
  const place = await aPlace();
  const { run_id: runId, model_id, loop_id } = await aLoopIn(api, place);
  const jobId = await aJobIn(api, { model: { id: model_id }, project: place.project }, { state: "queued" });
  await api.db.query(sql`update loop_run set job_id = ${jobId} where id = ${runId}`);
  const stop = () => api.call(place.caller, contract.stopLoopRun, { projectId: place.project.path, runId });
  const where = { id: place.caller.userId };
  const { name } = await api.db.prisma.user.findUniqueOrThrow({ where });
  expect((await stop()).run).toMatchObject({ state: "stopped", outcome: `${name} stopped it` });
  expect(await api.db.prisma.trainingJob.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
    state: "cancelled",
  });
  const [{ endedAt } = { endedAt: null }] = await runsOf(api, place, loop_id);
  expect((await stop()).run.endedAt).toEqual(endedAt);
});

test("the evaluations that a run waits for are cancelled", async () => {
  const place = await aPlace();
  const { run_id: runId } = await aLoopIn(api, place);
  const evaluation = await anEvaluation(api, place);
  const measured = await someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] });
  const ids = measured.map(({ id }) => id);
  await api.db.query(
    sql`update loop_run set step = 1, evaluation_run_ids = ${ids}::text[] where id = ${runId}`,
  );
  await api.call(place.caller, contract.stopLoopRun, { projectId: place.project.path, runId });
  const after = await api.db.prisma.evaluationRun.findMany({ where: { id: { in: ids } } });
  expect(after.map(({ state }) => state)).toEqual(["cancelled"]);
});

test("a run that is stopped as it is about to move the alias moves nothing", async () => {
  const place = await aPlace();
  const { run_id: runId, loop_id, model_id } = await anAskingLoopIn(api, place);
  let isStopped = false;
  const stopping: Db = {
    get prisma() {
      return api.db.prisma;
    },
    query: (...asked) => api.db.query(...asked),
    stream: (...asked) => api.db.stream(...asked),
    transaction: async (work, limits) => {
      if (!isStopped) {
        isStopped = true;
        await api.call(place.caller, contract.stopLoopRun, { projectId: place.project.path, runId });
      }
      return api.db.transaction(work, limits);
    },
  };
  await advanceLoopsOnce(api, place, stopping);
  expect(isStopped).toBe(true);
  expect(await runsOf(api, place, loop_id)).toMatchObject([{ state: "stopped" }]);
  expect(await api.db.prisma.checkpointAlias.count({ where: { modelId: model_id } })).toBe(0);
});

test("a run that is not stopped moves it", async () => {
  const place = await aPlace();
  const { loop_id, model_id } = await anAskingLoopIn(api, place);
  await advanceLoopsOnce(api, place);
  expect(await runsOf(api, place, loop_id)).toMatchObject([{ state: "done" }]);
  expect(await api.db.prisma.checkpointAlias.findMany({ where: { modelId: model_id } })).toMatchObject([
    { name: "production", step: 1 },
  ]);
});
