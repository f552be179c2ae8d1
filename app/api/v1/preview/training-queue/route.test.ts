import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-queue.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueuedJob, aTrainedModel, beginSteps, doStep, takeJob } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { claimJob } from "#lib/training/jobs/claim-job.ts";
import { makeWay } from "#lib/training/jobs/end-job.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";

const api = startHarness();

routeGuarantees(api, contract.getTrainingQueue, async ({ project }) => {
  await aQueuedJob(api, await aTrainedModel(api, { project }));
  return { project_id: project.path };
});

test("a waiting job sees who runs, its place and when it begins; jobs of others are counted without a name", async () => {
  const [mine, theirs] = [await aTrainedModel(api), await aTrainedModel(api)];
  const caller = byBearer(await api.aCaller(mine.project, "viewer"));
  const stranger = byBearer(await api.aCaller(theirs.project, "viewer"));
  const read = async (who = caller) =>
    (await api.send(who, { method: "GET", path: "/v1/preview/training-queue" })).json();
  const first = await aQueuedJob(api, theirs);
  const { hold } = await takeJob(api, first);
  const [second, third] = [await aQueuedJob(api, mine), await aQueuedJob(api, mine)];
  expect(await read()).toMatchObject({
    running: [
      { id: null, model_name: null, project_id: null, step: null, state: "validating", seconds: null },
    ],
    waiting: [
      { id: second, project_id: mine.project.path, state: "queued", seconds: 60 },
      { id: third, seconds: null },
    ],
    waiting_count: 2,
  });
  await beginSteps(api, hold, 20);
  await doneEvery(first, hold, { seconds: 10, steps: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  await api.db.query(sql`update training_job set turn_at = now() - interval '50 s' where id = ${first}`);
  const seen = await read();
  // How long the second takes is not known, as no such job ever ended. It begins after what is left of the first one's turn, which then waits for two turns of the second.
  expect(Math.round(seen.running[0].seconds / 10)).toBe(22);
  expect(Math.round(seen.waiting[0].seconds / 5)).toBe(2);
  expect(seen.waiting.map(({ seconds }: { seconds: number | null }) => seconds !== null)).toEqual([
    true,
    false,
  ]);
  const other = await read(stranger);
  expect(other.running).toMatchObject([{ id: first, step: 10, total_steps: 20 }]);
  expect(other.waiting).toMatchObject([{ id: null }, { id: null }]);
});

/** Steps that were done one after the other, each in so many seconds, long ago. */
async function doneEvery(
  jobId: string,
  hold: JobHold,
  { seconds, steps }: { seconds: number; steps: readonly number[] },
): Promise<void> {
  for (const number of steps) await doStep(api, hold, number);
  await api.db.query(sql`
    update training_event set created_at = to_timestamp(1e9 + number * ${seconds}::integer)
    where job_id = ${jobId} and type = 'gradient_step'`);
}

test("jobs that take turns say when they end, by the pace of their steps alone, and what the others take", async () => {
  const model = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(model.project, "viewer"));
  const long = await aQueuedJob(api, model);
  const { hold } = await takeJob(api, long);
  await beginSteps(api, hold, 100);
  await doneEvery(long, hold, { seconds: 5, steps: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  const short = await aQueuedJob(api, await aTrainedModel(api, { project: model.project }));
  await makeWay(api.db, hold);
  const turn = await claimJob(api.db, "trainer");
  expect(turn?.hold.jobId).toBe(short);
  if (!turn) return;
  await beginSteps(api, turn.hold, 20);
  await doneEvery(short, turn.hold, { seconds: 2, steps: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  const { running, waiting } = await (
    await api.send(caller, { method: "GET", path: "/v1/preview/training-queue" })
  ).json();
  expect(running).toMatchObject([{ id: short, seconds: 20, ends: { estimate: 20, low: 20, high: 20 } }]);
  expect(waiting).toMatchObject([{ id: long, seconds: 20, ends: { estimate: 470, low: 470, high: 470 } }]);
});

test("who waits is shown in the order in which trainers take them: those who queued jobs take turns", async () => {
  const { project } = await aTrainedModel(api);
  const caller = byBearer(await api.aCaller(project, "viewer"));
  const queue = async (createdBy: string) =>
    aQueuedJob(api, await aTrainedModel(api, { project }), { createdBy });
  const running = await queue("ann");
  const { hold } = await takeJob(api, running);
  await beginSteps(api, hold, 10);
  const [a1, a2, b1, c1, b2] = [
    await queue("ann"),
    await queue("ann"),
    await queue("bob"),
    await queue("cid"),
    await queue("bob"),
  ];
  const { waiting } = await (
    await api.send(caller, { method: "GET", path: "/v1/preview/training-queue" })
  ).json();
  expect(waiting.map(({ id }: { id: string }) => id)).toEqual([b1, c1, a1, b2, a2]);
});
