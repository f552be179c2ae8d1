import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { mayMove } from "./job-state.internal.ts";
import { CANCELLED_MESSAGE, endWithout, moveJob } from "./move-job.internal.ts";

/**
 * Asks for a job to stop. One that nobody works on ends here and now; the trainer of another sees it within a step. A job that has ended,
 * or stops already, stays as it is.
 */
export function askCancel(db: Db, jobId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockRow(tx, "training_job", { id: jobId });
    const job = await tx.prisma.trainingJob.findUnique({
      where: { id: jobId },
      select: { id: true, state: true },
    });
    if (!job) return;
    if (mayMove(job.state, "cancelled") && job.state !== "cancelling")
      await endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE });
    else if (mayMove(job.state, "cancelling")) await moveJob(tx, job, { to: "cancelling" });
  });
}
