import { expect, test } from "vitest";
import { stopLoopRun } from "#lib/contract/loops/loop-runs.ts";
import * as contract from "#lib/contract/loops/loops.ts";
import { aLoopIn } from "#lib/testing/data/loop-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.runLoop, async (place) => {
  const { project_id, loop_id, run_id } = await aLoopIn(api, place);
  await api.call(place.caller, stopLoopRun, { projectId: project_id, runId: run_id });
  return { project_id, loop_id };
});

test("a loop goes round once at a time", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const { loop_id, run_id } = await aLoopIn(api, { project, caller });
  const run = () => api.send(caller, { path: `/loops/${loop_id}/run`, body: { project_id: project.path } });
  const refused = await run();
  expect([refused.status, (await refused.json()).code]).toEqual([409, "already_running"]);
  const at = { projectId: project.path, runId: run_id };
  const stopped = await api.call(caller, stopLoopRun, at);
  expect(stopped.run).toMatchObject({ state: "stopped" });
  expect(await api.call(caller, stopLoopRun, at)).toEqual(stopped);
  const begun = await run();
  expect(await begun.json()).toMatchObject({
    run: { trigger: "manual", state: "building", loop_id, created_by: caller.userId, job_id: null },
  });
});
