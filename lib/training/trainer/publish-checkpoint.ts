import type { Trainer } from "#lib/engine/port/port.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, checkpointPath, preparedPath, removeData } from "#lib/platform/storage/data-paths.ts";
import type { ClaimedJob } from "#lib/training/jobs/claim-job.ts";
import { completeJob } from "#lib/training/jobs/end-job.ts";
import { hasLeft, leaveCheckpoint } from "#lib/training/jobs/leave-checkpoint.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";

type Made = Pick<ClaimedJob, "hold" | "modelId">;
type State = { trainer: Trainer; step: number };

/**
 * Writes what the job has learned and ends it: the files are whole before their row appears, and the row appears with the job's last event.
 * Answers the checkpoint's step, or null where the job has been cancelled.
 */
export function publishCheckpoint(db: Db, job: Made, state: State): Promise<number | null> {
  return published(db, job, { ...state, record: (written) => completeJob(db, job.hold, written) });
}

/** Writes what the job has learned so far, unless it did that before a crash, and lets it continue. */
export async function publishInterim(db: Db, job: Made, state: State): Promise<void> {
  if (await hasLeft(db, job.hold, state.step)) return;
  await published(db, job, { ...state, record: (written) => leaveCheckpoint(db, job.hold, written) });
}

type Publishing = State & {
  record: (written: Parameters<typeof leaveCheckpoint>[2]) => Promise<number | null>;
};

/** What gets no row leaves no files. */
async function published(
  db: Db,
  { modelId }: Made,
  { trainer, step: jobStep, record }: Publishing,
): Promise<number | null> {
  const id = newId();
  const folder = checkpointPath(modelId, id);
  await trainer.exportPolicy(await preparedPath(folder));
  try {
    const files = await hashFolder(absolutePath(folder));
    const step = await record({ id, folder, files, jobStep });
    if (step === null) await removeData(folder);
    return step;
  } catch (error) {
    await removeUnlessPublished(db, { id, folder });
    throw error;
  }
}

/** A connection lost at the commit leaves open whether it took place; files of a row are never removed. */
async function removeUnlessPublished(db: Db, { id, folder }: { id: string; folder: string }): Promise<void> {
  const row = await db.prisma.checkpoint.findUnique({ where: { id } }).catch(() => "unknown");
  if (row === null) await removeData(folder);
}
