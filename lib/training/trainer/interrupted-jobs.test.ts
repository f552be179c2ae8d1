import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import {
  aQueuedJob,
  aTrainedModel,
  eventsOf,
  ledgerOf,
  linearParts,
  QUICK,
  rowOf,
} from "#lib/testing/data/job-data.ts";
import { linearPlan } from "#lib/testing/engines/linear-engine.ts";
import { linearTrainers } from "#lib/testing/engines/linear-trainers.ts";
import { startHarness } from "#lib/testing/harness.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";

const api = startHarness();
const { checkpointsOf, finalWeights, run, running, start, untilEnded } = linearTrainers(api);

test("a job that a stopped trainer gave back resumes where it was, and ends with the same weights to the bit", async () => {
  const [alone, interrupted] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(10));
  await untilEnded(undisturbed, "completed");
  await running.pop()?.stop();

  const jobId = await aQueuedJob(api, interrupted);
  const reached = Promise.withResolvers<void>();
  const first = start(linearPlan(10, (step) => (step === 5 ? reached.resolve() : undefined)));
  await reached.promise;
  await first.stop();
  expect(await rowOf(api, jobId)).toMatchObject({ state: "queued", attempts: 0 });
  start(linearPlan(10));
  await untilEnded(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual(await ledgerOf(api, undisturbed));
  expect(await finalWeights(interrupted.modelId)).toEqual(await finalWeights(alone.modelId));
});

test("a step with a transient failure is repeated from the last snapshot, and reported once", async () => {
  const [alone, troubled] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(8));
  await untilEnded(undisturbed, "completed");
  await running.pop()?.stop();
  const jobId = await aQueuedJob(api, troubled);
  let faults = 0;
  start(
    linearPlan(8, (step) => {
      if (step === 5 && faults++ < 2) throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(faults).toBeGreaterThan(1);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await finalWeights(troubled.modelId)).toEqual(await finalWeights(alone.modelId));
});

test("of a job that keeps its best step the checkpoint has the weights of that one, however often the job was interrupted", async () => {
  const losses = [3, 2, 1, 2, 3, 2, 2, 2];
  const best = (before?: (step: number) => void): TrainingPlan => {
    const plan = linearPlan(8, before);
    const step: TrainingPlan["step"] = async (trainer, number) => ({
      ...(await plan.step(trainer, number)),
      validation_loss: losses[number - 1] ?? 0,
    });
    return { ...plan, keep: "best", step };
  };
  const [short, model] = [await aTrainedModel(api), await aTrainedModel(api)];
  const upToBest = await aQueuedJob(api, short);
  start({ ...linearPlan(8), totalSteps: 3 });
  await untilEnded(upToBest, "completed");
  await running.pop()?.stop();
  const jobId = await aQueuedJob(api, model);
  let faults = 0;
  start(
    best((step) => {
      if ((step === 4 || step === 7) && faults++ % 2 === 0) throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(faults).toBeGreaterThan(2);
  expect(await finalWeights(model.modelId)).toEqual(await finalWeights(short.modelId));
  const [kept] = await checkpointsOf(model.modelId);
  expect(kept).toMatchObject({ jobStep: 3, metrics: { validation_loss: 1 } });
  expect((await eventsOf(api, jobId)).at(-1)?.data).toMatchObject({ steps: 8, kept_step: 3 });
  await expect(readdir(absolutePath(`jobs/${jobId}/best`))).rejects.toThrow("ENOENT");
});

test("a snapshot that was damaged on disk is not used; the job begins again and reports no step twice", async () => {
  const model = await aTrainedModel(api);
  const jobId = await aQueuedJob(api, model);
  let isDamaged = false;
  start(
    linearPlan(8, async (step) => {
      if (step !== 5 || isDamaged) return;
      isDamaged = true;
      const { snapshot } = await rowOf(api, jobId);
      const folder = absolutePath(String(Reflect.get(Object(snapshot), "folder")));
      await writeFile(path.join(folder, "state.bin"), Buffer.alloc(84));
      throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a job whose snapshot is not on this machine begins again and says so", async () => {
  const jobId = await aQueuedJob(api, await aTrainedModel(api));
  let isGone = false;
  start(
    linearPlan(8, async (step) => {
      if (step !== 5 || isGone) return;
      isGone = true;
      await rm(absolutePath(`jobs/${jobId}/snapshots`), { recursive: true });
      throw new Error("a planned fault");
    }),
  );
  await untilEnded(jobId, "completed");
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const restarts = (await eventsOf(api, jobId, { all: true })).filter(({ type }) => type === "restarted");
  expect(restarts.map(({ data }) => data)).toEqual([
    { snapshot_step: 3, reason: "missing", host: expect.any(String) },
  ]);
});

test("a frozen trainer that wakes up after another has taken its job leaves everything as the other one made it", async () => {
  const [alone, shared] = [await aTrainedModel(api), await aTrainedModel(api)];
  const undisturbed = await aQueuedJob(api, alone);
  start(linearPlan(6));
  await untilEnded(undisturbed, "completed");
  await running.pop()?.stop();

  const jobId = await aQueuedJob(api, shared);
  const [frozen, thaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const quiet = { ...QUICK, terms: { leaseMs: 3_600_000, pauseMs: 0 } };
  run(
    linearParts(
      api,
      linearPlan(6, async (step) => {
        if (step !== 3) return;
        frozen.resolve();
        await thaw.promise;
      }),
      quiet,
    ),
  );
  await frozen.promise;
  await api.db.query(sql`
    update training_job set lease_until = now() - interval '1 s', next_attempt_at = now() - interval '1 s' where id = ${jobId}`);
  start(linearPlan(6));
  await untilEnded(jobId, "completed");
  const after = await rowOf(api, jobId);
  thaw.resolve();
  await running.shift()?.stop();
  expect(await rowOf(api, jobId)).toEqual(after);
  expect(await ledgerOf(api, jobId)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await finalWeights(shared.modelId)).toEqual(await finalWeights(alone.modelId));
});
