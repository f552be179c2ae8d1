import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { advanceLoopsOnce, anAskingLoopIn, runsOf } from "#lib/testing/data/loop-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** A run that is about to move production to step 1, and the alias as people left it. */
async function aMovingRun({ removedAt }: { removedAt: Date | null }) {
  const project = await api.aProject();
  const place = { project, caller: byBearer(await api.aCaller(project, "engineer")) };
  const { loop_id: loopId, model_id: modelId } = await anAskingLoopIn(api, place);
  if (removedAt)
    await api.db.prisma.checkpointAliasMove.create({
      data: {
        ...{ id: newId(), projectId: project.id, modelId, alias: "production", kind: "removed" },
        ...{ fromStep: 0, step: null, movedBy: "test", movedAt: removedAt },
      },
    });
  await advanceLoopsOnce(api, place);
  const [run] = await runsOf(api, place, loopId);
  const aliases = await api.db.prisma.checkpointAlias.findMany({ where: { modelId } });
  return { run, steps: aliases.map(({ name, step }) => [name, step]) };
}

test("an alias that was deleted while a run was at work does not come back by it", async () => {
  const { run, steps } = await aMovingRun({ removedAt: new Date(Date.now() + 60_000) });
  expect(run).toMatchObject({
    state: "skipped",
    outcome:
      "production was deleted while this run was at work, so nothing was moved. Step 1 is there, and somebody may name it",
  });
  expect(steps).toEqual([]);
});

test("one that never was, or was deleted before the run began, is given to the step", async () => {
  for (const removedAt of [null, new Date("2026-01-05T09:00:00Z")]) {
    const { run, steps } = await aMovingRun({ removedAt });
    expect(run).toMatchObject({
      state: "done",
      outcome: expect.stringContaining("production is step 1 now"),
    });
    expect(steps).toEqual([["production", 1]]);
  }
});
