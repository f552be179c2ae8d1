import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training-queue.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueuedJob, aTrainedModel, beginSteps, doStep, takeJob } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

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
  await beginSteps(api, hold, 10);
  for (const number of [1, 2, 3, 4, 5]) await doStep(api, hold, number);
  await api.db.query(sql`update training_job set turn_at = now() - interval '50 s' where id = ${first}`);
  const seen = await read();
  // How long the second takes is not known, as no such job ever ended. It begins after what is left of the first one's turn, which then waits for a turn of the second.
  expect(Math.round(seen.running[0].seconds / 10)).toBe(11);
  expect(Math.round(seen.waiting[0].seconds / 5)).toBe(2);
  expect(seen.waiting.map(({ seconds }: { seconds: number | null }) => seconds !== null)).toEqual([
    true,
    false,
  ]);
  const other = await read(stranger);
  expect(other.running).toMatchObject([{ id: first, step: 5, total_steps: 10 }]);
  expect(other.waiting).toMatchObject([{ id: null }, { id: null }]);
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
