import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, vi } from "vitest";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { endAllJobs, linearParts, rowOf } from "#lib/testing/data/job-data.ts";
import type { Harness } from "#lib/testing/harness.ts";
import type { TrainerParts } from "#lib/training/trainer/prepare/prepared-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import { LINEAR_FILE } from "./linear-engine.ts";

/** For what a trainer does in its own time, on a machine that may be busy. */
export const WAIT = { timeout: 15_000, interval: 10 };

/** Trainers of the linear engine in this process; after each test they are stopped and all jobs ended. */
export function linearTrainers(api: Harness) {
  const running: RunningTrainer[] = [];
  afterEach(async () => {
    for (const trainer of running.splice(0)) await trainer.stop();
    await endAllJobs(api);
  });
  const run = (parts: TrainerParts): RunningTrainer => {
    const trainer = startTrainer(parts);
    running.push(trainer);
    return trainer;
  };
  const checkpointsOf = (modelId: string) =>
    api.db.prisma.checkpoint.findMany({ where: { modelId, step: { gt: 0 } }, orderBy: { step: "asc" } });
  return {
    running,
    run,
    start: (plan: TrainingPlan) => run(linearParts(api, plan)),
    checkpointsOf,
    finalWeights: async (modelId: string) => weightsOf((await checkpointsOf(modelId)).at(-1)?.folder),
    untilEnded: async (jobId: string, state: string): Promise<void> => {
      await vi.waitFor(async () => expect((await rowOf(api, jobId)).endedAt).not.toBeNull(), WAIT);
      expect(await rowOf(api, jobId)).toMatchObject({ state });
    },
  };
}

export function weightsOf(folder: string | null | undefined): Promise<Buffer> {
  return readFile(path.join(absolutePath(folder ?? ""), LINEAR_FILE));
}
