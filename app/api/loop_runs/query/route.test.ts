import { expect, test } from "vitest";
import * as contract from "#lib/contract/loops/loop-runs.ts";
import { runLoop } from "#lib/contract/loops/loops.ts";
import { advanceLoopsOnce, aLoopIn, anAskingLoopIn, runsOf } from "#lib/testing/data/loop-data.ts";
import { aWitness } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryLoopRuns, async (place) => {
  const { project_id, loop_id } = await aLoopIn(api, place);
  return { project_id, loop_id, limit: 50, offset: 0 };
});

test("a webhook hears that a run waits for an admin, and that one fails", async () => {
  const { project, caller, reported } = await aWitness(api, ["loop.waiting", "loop.failed"]);
  const place = { project, caller };
  const { project_id, loop_id, run_id, dataset_id } = await anAskingLoopIn(api, place, "ask");
  await advanceLoopsOnce(api, place);
  const [asked] = await runsOf(api, place, loop_id);
  await api.db.prisma.dataset.update({ where: { id: dataset_id }, data: { isArchived: true } });
  const { run } = await api.call(caller, runLoop, { projectId: project.path, loopId: loop_id });
  await advanceLoopsOnce(api, place);
  expect((await reported()).reverse()).toEqual([
    { type: "loop.waiting", data: { project_id, loop_id, run_id, promotion_id: asked?.promotion?.id } },
    { type: "loop.failed", data: { project_id, loop_id, run_id: run.id, promotion_id: null } },
  ]);
});
