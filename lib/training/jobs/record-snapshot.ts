import type { Db } from "#lib/platform/db/database.ts";
import type { BestSnapshot, JobSnapshot } from "./claim-job.ts";
import { type JobHold, whileHeld } from "./hold.ts";

/** Makes a snapshot the one to resume from; earlier ones are no longer needed. */
export function recordSnapshot(db: Db, hold: JobHold, snapshot: JobSnapshot): Promise<void> {
  return whileHeld(db, hold, async (tx, { id }) => {
    await tx.prisma.trainingJob.update({ where: { id }, data: { snapshot } });
  });
}

/** Makes a snapshot the one with the least validation loss so far. */
export function recordBest(db: Db, hold: JobHold, best: BestSnapshot): Promise<void> {
  return whileHeld(db, hold, async (tx, { id }) => {
    await tx.prisma.trainingJob.update({ where: { id }, data: { best } });
  });
}
