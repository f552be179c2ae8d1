import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Trainer } from "#lib/engine/port/port.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { log } from "#lib/platform/log.ts";
import { absolutePath, jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import type { JobSnapshot } from "#lib/training/jobs/claim-job.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";
import { recordSnapshot } from "#lib/training/jobs/record-snapshot.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";

/**
 * Keeps the trainer's state as it is after `step`. The folder is named by epoch, so that a trainer that was taken for dead and writes on
 * touches nothing of its successor's; what came before goes once the row names the new one, remains of crashes too.
 */
export async function takeSnapshot(
  db: Db,
  hold: JobHold,
  { trainer, step }: { trainer: Trainer; step: number },
): Promise<void> {
  const name = `${hold.epoch}-${step}`;
  const folder = jobPath(hold.jobId, "snapshots", name);
  const absolute = await preparedPath(folder);
  await rm(absolute, { recursive: true, force: true });
  await trainer.snapshot(absolute);
  await recordSnapshot(db, hold, { folder, step, files: await hashFolder(absolute) });
  const parent = path.dirname(absolute);
  for (const other of await readdir(parent))
    if (other !== name && !isLater(other, hold))
      await rm(path.join(parent, other), { recursive: true, force: true });
}

/** Of a successor, who took the job over since the row was written; an unfinished one too, whose name has a word in front. */
function isLater(name: string, { epoch }: JobHold): boolean {
  const itsEpoch = /^\D*(\d+)-/.exec(name)?.[1];
  return itsEpoch !== undefined && BigInt(itsEpoch) > BigInt(epoch);
}

/**
 * Restores a snapshot whose files are as they were written. Where they are not, or are not on this machine, the trainer stays untouched and
 * the answer says which.
 */
export async function restoreSnapshot(
  trainer: Trainer,
  { folder, files, step }: JobSnapshot,
): Promise<"restored" | "changed" | "missing"> {
  const absolute = absolutePath(folder);
  const found = await hashFolder(absolute).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (found === null) {
    log.warn({ folder, step }, "a snapshot is not on this machine; training begins again without it");
    return "missing";
  }
  if (!isDeepStrictEqual(found, files)) {
    log.error(
      { folder, step },
      "a snapshot has changed since it was written; training begins again without it",
    );
    return "changed";
  }
  await trainer.restore(absolute);
  return "restored";
}
