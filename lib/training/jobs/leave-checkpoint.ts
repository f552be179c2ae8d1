import type { Db } from "#lib/platform/db/database.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { appendEvent } from "./append-event.ts";
import { type JobHold, whileHeld } from "./hold.ts";
import { insertCheckpoint, type WrittenCheckpoint } from "./insert-checkpoint.internal.ts";

/**
 * Makes a checkpoint on the way of what was learned so far; the job continues. Answers its step, or null where the job has left one after this very step
 * already, which is so where it repeats steps after a crash.
 */
export function leaveCheckpoint(
  db: Db,
  hold: JobHold,
  checkpoint: Required<WrittenCheckpoint>,
): Promise<number | null> {
  return whileHeld(db, hold, async (tx, job) => {
    if (await hasLeft(tx, hold, checkpoint.jobStep)) return null;
    const step = await insertCheckpoint(tx, job, { ...checkpoint, isInterim: true });
    const data = { step: checkpoint.jobStep, checkpoint_id: checkpoint.id, checkpoint_step: step };
    await appendEvent(tx, job.id, { type: "checkpoint", data, isListed: false });
    for (const topic of ["jobs", "models"] as const) await tellProject(tx, job.projectId, topic);
    return step;
  });
}

/** Whether the job has left a checkpoint after this step of its own, deleted since or not. */
export async function hasLeft(db: Db, { jobId }: JobHold, jobStep: number): Promise<boolean> {
  return (await db.prisma.checkpoint.count({ where: { jobId, jobStep, isInterim: true } })) > 0;
}
