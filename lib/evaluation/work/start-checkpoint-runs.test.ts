import { expect, test } from "vitest";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { updateEvaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anEvaluation, aRow } from "#lib/testing/data/evaluation-data.ts";
import { aModel, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { startCheckpointRuns } from "./start-checkpoint-runs.ts";

const api = startHarness();

async function watching(rows = [aRow("q", "a")]) {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1]);
  const evaluation = await anEvaluation(api, place, { rows });
  const update = (more: object) =>
    api.call(place.caller, updateEvaluation, {
      ...{ projectId: place.project.path, evaluationId: evaluation.id },
      ...more,
    });
  await update({ onCheckpoint: [place.model.id] });
  return { place, evaluation, update };
}

async function runsOf({ project }: ModelPlace, { id }: Evaluation) {
  const runs = await api.db.prisma.evaluationRun.findMany({
    where: { projectId: project.id, evaluationId: id },
    orderBy: { step: "asc" },
  });
  return runs.map(({ step, state }) => [step, state]);
}

/** Ends what was begun, so that no other test measures it. */
async function endRuns({ project }: ModelPlace): Promise<void> {
  await api.db.query(sql`
    update evaluation_run set state = 'cancelled', ended_at = now()
    where project_id = ${project.id} and ended_at is null`);
}

test("each checkpoint that comes is measured once, those from before not at all", async () => {
  const { place, evaluation } = await watching();
  await startCheckpointRuns(api.db);
  expect(await runsOf(place, evaluation)).toEqual([]);
  const [, checkpointId] = [
    await someCheckpoints(api, place, [2]),
    await someCheckpoints(api, place, [3]),
  ].flat();
  await Promise.all([startCheckpointRuns(api.db), startCheckpointRuns(api.db), startCheckpointRuns(api.db)]);
  await startCheckpointRuns(api.db);
  expect(await runsOf(place, evaluation)).toEqual([
    [2, "queued"],
    [3, "queued"],
  ]);
  const run = await api.db.prisma.evaluationRun.findFirstOrThrow({
    where: { evaluationId: evaluation.id, step: 3 },
  });
  expect(run).toMatchObject({
    ...{
      checkpointId,
      origin: "checkpoint",
      modelId: place.model.id,
      createdBy: place.caller.userId,
      samples: 1,
    },
    ...{ subject: `${place.project.path}/agent:step3`, total: 1 },
  });
  await endRuns(place);
});

test("a worker that dies before its commit begins nothing, and the next one begins it", async () => {
  const { place, evaluation } = await watching();
  await someCheckpoints(api, place, [2]);
  const dying: Db = {
    ...api.db,
    transaction: (work) =>
      api.db.transaction(async (tx) => {
        await work(tx);
        throw new Error("killed before the commit");
      }),
  };
  await expect(startCheckpointRuns(dying)).rejects.toThrow("killed");
  expect(await runsOf(place, evaluation)).toEqual([]);
  await startCheckpointRuns(api.db);
  expect(await runsOf(place, evaluation)).toEqual([[2, "queued"]]);
  await endRuns(place);
});

test("many checkpoints wait their turn, the newest one first", async () => {
  const { place, evaluation } = await watching();
  for (const step of [2, 3, 4, 5, 6, 7]) await someCheckpoints(api, place, [step]);
  await startCheckpointRuns(api.db);
  await startCheckpointRuns(api.db);
  expect((await runsOf(place, evaluation)).map(([step]) => step)).toEqual([4, 5, 6, 7]);
  await endRuns(place);
  await startCheckpointRuns(api.db);
  expect((await runsOf(place, evaluation)).map(([step]) => step)).toEqual([2, 3, 4, 5, 6, 7]);
  await endRuns(place);
});

test("no more than a hundred begin in a day", async () => {
  const { place, evaluation } = await watching();
  const [old = ""] = await someCheckpoints(api, place, [2]);
  await startCheckpointRuns(api.db);
  await endRuns(place);
  await api.db.query(sql`
    insert into evaluation_run
      (id, project_id, evaluation_id, version_id, subject, samples, seed, state, total, created_by, checkpoint_id, ended_at)
    select n.id || at, n.project_id, n.evaluation_id, n.version_id, n.subject, 1, 1, 'completed', 1, n.created_by, 'c' || at, now()
    from evaluation_run n, generate_series(2, 100) as at where n.checkpoint_id = ${old}`);
  await someCheckpoints(api, place, [3]);
  await startCheckpointRuns(api.db);
  expect(await api.db.prisma.evaluationRun.count({ where: { evaluationId: evaluation.id, step: 3 } })).toBe(
    0,
  );
  await api.db.query(sql`
    update evaluation_run set created_at = now() - interval '25 hours' where evaluation_id = ${evaluation.id}`);
  await startCheckpointRuns(api.db);
  expect(await api.db.prisma.evaluationRun.count({ where: { evaluationId: evaluation.id, step: 3 } })).toBe(
    1,
  );
  await endRuns(place);
});

test("a version that holds nothing out ends the run at once, in words; an archived evaluation begins none", async () => {
  const { place, evaluation, update } = await watching([aRow("q", "a", { isHeldOut: false })]);
  await someCheckpoints(api, place, [2]);
  await startCheckpointRuns(api.db);
  const run = await api.db.prisma.evaluationRun.findFirstOrThrow({ where: { evaluationId: evaluation.id } });
  expect(run).toMatchObject({ state: "failed", errorMessage: expect.stringContaining("holds out no rows") });
  await update({ isArchived: true });
  await someCheckpoints(api, place, [3]);
  await startCheckpointRuns(api.db);
  expect(await runsOf(place, evaluation)).toEqual([[2, "failed"]]);
});
