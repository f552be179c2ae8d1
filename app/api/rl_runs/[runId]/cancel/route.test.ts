import { expect, test } from "vitest";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { advanceOnce, anRlRun, anRlRunIn, readRlRun } from "#lib/testing/data/rl-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.cancelRlRun, async (place) => {
  const { project_id, run_id } = await anRlRunIn(api, place);
  return { project_id, run_id };
});

test("a run that waits for the service says so, and ends when it is asked to", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const [dropped, kept] = [await anRlRun(api, place), await anRlRun(api, place)];
  // Their rounds begin, and nobody is there who samples.
  await advanceOnce(api, place);
  await advanceOnce(api, place);
  const { run: waiting, rounds } = await readRlRun(api, place, dropped.id);
  expect(waiting).toMatchObject({ state: "running", waitingFor: expect.stringContaining("sampler") });
  expect(rounds).toMatchObject([{ phase: "sampling", groups: 1, groupsDone: 0, reward: null }]);

  const cancel = async (runId: string, keep: boolean) =>
    (await api.call(place.caller, contract.cancelRlRun, { projectId: project.path, runId, keep })).run;
  const cancelled = await cancel(dropped.id, false);
  expect(cancelled).toMatchObject({ state: "cancelled", ending: null, endedAt: expect.any(Date) });
  expect(await cancel(dropped.id, true)).toEqual(cancelled);
  expect(await cancel(kept.id, true)).toMatchObject({ state: "running", isStopping: true });
  await advanceOnce(api, place);
  expect((await readRlRun(api, place, kept.id)).run).toMatchObject({ state: "completed", ending: "stopped" });
  expect((await readRlRun(api, place, dropped.id)).run).toEqual(cancelled);
});
