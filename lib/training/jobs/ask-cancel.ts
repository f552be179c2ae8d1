import type { CancelCause, JobState } from "#lib/contract/training/job-states.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { mayMove } from "./job-state.internal.ts";
import { CANCELLED_MESSAGE, endWithout, moveJob } from "./move-job.internal.ts";

/** Who has a job stopped, by id, and why. */
export type CancelAsked = { by: string; cause: CancelCause };

/**
 * Asks for a job to stop. One that nobody works on ends here and now; the trainer of another sees it within a step. A job that has ended,
 * or stops already, stays as it is. Where it shall keep what it has learned and has learned something, a trainer has to write that first.
 */
export function askCancel(
  db: Db,
  jobId: string,
  { keep = false, asked }: { keep?: boolean; asked?: CancelAsked } = {},
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockRow(tx, "training_job", { id: jobId });
    const job = await tx.prisma.trainingJob.findUnique({
      where: { id: jobId },
      select: { id: true, state: true, step: true, snapshot: true },
    });
    if (!job) return;
    const keepsOnCancel = keep && mayMove(job.state, "cancelling") && hasLearned(job);
    if (keepsOnCancel) await tx.prisma.trainingJob.update({ where: { id: jobId }, data: { keepsOnCancel } });
    if (job.state === "queued" && !keepsOnCancel)
      await endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE, asked });
    else if (mayMove(job.state, "cancelling")) await moveJob(tx, job, { to: "cancelling", asked });
  });
}

/** Whether there is something to keep: in the memory of the trainer that takes its steps, or in a snapshot. */
function hasLearned({
  state,
  step,
  snapshot,
}: {
  state: JobState;
  step: number;
  snapshot: unknown;
}): boolean {
  return step > 0 && (state === "running" || snapshot !== null);
}
