import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";

export type UnendedJob = {
  id: string;
  state: string;
  /** The step that it compares itself to, where it asked for one. */
  referenceStep: number | null;
};

/** Jobs of a model that still wait or run, in their order. */
export async function unendedJobs(db: Db, modelId: string): Promise<UnendedJob[]> {
  const rows = await db.prisma.trainingJob.findMany({
    where: { modelId, state: { in: ["queued", "validating", "running", "cancelling"] } },
    select: { id: true, state: true, config: true },
    orderBy: { position: "asc" },
  });
  return rows.map(({ id, state, config }) => ({ id, state, referenceStep: referenceStepIn(config) }));
}

function referenceStepIn(config: unknown): number | null {
  const step = isDict(config) ? config.kl_penalty_reference_step : null;
  return typeof step === "number" ? step : null;
}
