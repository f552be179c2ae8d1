import { MAX_INTERIM_CHECKPOINTS } from "#lib/contract/training/training-config.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";

type Steps = Pick<TrainingPlan, "totalSteps" | "checkpointEvery">;

/** Whether a job leaves a checkpoint on the way after this step; its last one becomes the checkpoint that it ends with. */
export function isLeftAfter(step: number, { totalSteps, checkpointEvery }: Steps): boolean {
  return Boolean(checkpointEvery) && step < totalSteps && step % Number(checkpointEvery) === 0;
}

/** Why a job would leave too many on the way, in words; null where it does not. */
export function tooManyInterim({ totalSteps, checkpointEvery }: Steps): string | null {
  if (!checkpointEvery || totalSteps < 1) return null;
  const count = Math.floor((totalSteps - 1) / checkpointEvery);
  if (count <= MAX_INTERIM_CHECKPOINTS) return null;
  const enough = Math.ceil(totalSteps / (MAX_INTERIM_CHECKPOINTS + 1));
  return `A job of ${totalSteps} steps would leave ${count} checkpoints on the way, and may leave ${MAX_INTERIM_CHECKPOINTS}; send a checkpoint_every of at least ${enough}`;
}

/** Throws `Rejected` where the job would leave too many: an address is only read when the job begins. */
export function requireFewInterim(steps: Steps): void {
  const reason = tooManyInterim(steps);
  if (reason !== null) throw new Rejected(reason);
}
