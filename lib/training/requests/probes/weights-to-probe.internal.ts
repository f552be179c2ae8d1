import {
  type CheckpointRow,
  findCheckpoint,
  latestCheckpoint,
  policyOf,
} from "#lib/models/checkpoints/checkpoints.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import type { GivenWeights, ProbeRequest } from "#lib/training/probe/probe-request.ts";
import { lackOfStart, wrongStart } from "#lib/training/requests/lack-of-start.internal.ts";

/** What is probed; preferences are compared with a step of their own, or with the start. */
export type ProbedKind =
  | { readonly kind: "sft"; readonly isDataset: boolean }
  | { readonly kind: "preference"; readonly referenceStep: number | null };

type Wanted = { readonly job: ProbedKind; readonly startStep: number | undefined };

/** The weights that a job would start from if it began now, and those that it would compare with. */
export async function weightsToProbe(
  db: Db,
  model: OpenModel,
  { job, startStep }: Wanted,
): Promise<Pick<ProbeRequest, "job" | "start">> {
  const lack = startStep === undefined ? null : await lackOfStart(db, model, startStep);
  if (lack !== null) throw wrongStart(lack);
  const checkpoint =
    startStep === undefined ? await latestCheckpoint(db, model) : await findCheckpoint(db, model, startStep);
  if (!checkpoint)
    throw new Conflict(`${model.name} has no checkpoint to start from; register the model again`);
  const start = await weightsOf(model, checkpoint);
  if (job.kind === "sft") return { job, start };
  const { referenceStep } = job;
  const named = referenceStep === null ? null : await findCheckpoint(db, model, referenceStep);
  const reference = named && (await weightsOf(model, named));
  return { job: { kind: "preference", startStep: checkpoint.step, reference }, start };
}

async function weightsOf(model: OpenModel, { folder, files }: CheckpointRow): Promise<GivenWeights> {
  const policy = await policyOf(model, { folder });
  return { policy, verified: folder === null ? null : { folder: absolutePath(folder), files } };
}
