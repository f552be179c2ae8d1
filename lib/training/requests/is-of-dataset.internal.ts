import type { AccountCtx } from "#lib/access/context.ts";
import { isDatasetRef } from "#lib/datasets/training-rows.ts";
import { Conflict, NotFound, Rejected } from "#lib/platform/errors.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";

/** Whether the data that a reference names are those of a dataset, whose rows are shuffled. */
export async function isOfDataset(ctx: AccountCtx, reference: string): Promise<boolean> {
  if (isDatasetRef(reference)) return true;
  const id = await jobOfReference(ctx, reference).catch((error: unknown) => {
    // What names no such job is said in the words of the data, where it stands in the request; all else is no answer.
    if (error instanceof NotFound || error instanceof Rejected || error instanceof Conflict) return null;
    throw error;
  });
  if (id === null) return false;
  return (await ctx.db.prisma.trainingJob.count({ where: { id, datasetRef: { not: null } } })) > 0;
}
