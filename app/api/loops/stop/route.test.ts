import { expect, test } from "vitest";
import * as contract from "#lib/contract/loops/loops.ts";
import { aLoopIn, readLoop, runsOf } from "#lib/testing/data/loop-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.stopLoops, async (place) => {
  const { project_id } = await aLoopIn(api, place);
  return { project_id };
});

test("every loop of the project rests, and none of its runs continues", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const one = await aLoopIn(api, place);
  const stop = () => api.call(place.caller, contract.stopLoops, { projectId: project.path });
  const where = { id: place.caller.userId };
  const { name } = await api.db.prisma.user.findUniqueOrThrow({ where });
  expect(await stop()).toEqual({ pausedCount: 1, stoppedCount: 1 });
  expect(await stop()).toEqual({ pausedCount: 0, stoppedCount: 0 });
  expect(await readLoop(api, place, one.loop_id)).toMatchObject({ isPaused: true, problem: null });
  expect(await runsOf(api, place, one.loop_id)).toMatchObject([
    { state: "stopped", outcome: `${name} stopped it`, endedAt: expect.any(Date) },
  ]);
});
