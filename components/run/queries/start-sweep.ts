import { call } from "#lib/client/call.ts";
import { createModel, type ModelWithSteps } from "#lib/contract/models/models.ts";
import { createSftTrainingJob, type TrainingJob } from "#lib/contract/training/training.ts";
import type { JobInput } from "./job-draft.ts";

type Sweep = {
  /** What each of its models is like. */
  model: Pick<ModelWithSteps, "entity" | "project" | "name" | "baseModel" | "training">;
  jobs: readonly JobInput[];
  /** After each one that was started. */
  onStarted: (job: TrainingJob) => void;
};

/**
 * Starts several jobs for comparison. Jobs of one model continue from each other, so each gets a model of its own, which starts as the base
 * model.
 */
export async function startSweep({ model, jobs, onStarted }: Sweep): Promise<void> {
  const { entity, project, name, baseModel, training } = model;
  const sweep = crypto.randomUUID().slice(0, 6);
  for (const [at, job] of jobs.entries()) {
    const own = `${name.slice(0, 100)}-sweep-${sweep}-${at + 1}`;
    const input = { entity, project, name: own, baseModel, training, returnExisting: false };
    const { id: modelId } = await call(createModel, input);
    onStarted(await call(createSftTrainingJob, { ...job, modelId }));
  }
}
