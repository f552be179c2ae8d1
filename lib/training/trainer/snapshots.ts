import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Trainer } from "#lib/engine/port/port.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { log } from "#lib/platform/log.ts";
import { absolutePath, jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import type { BestSnapshot, JobSnapshot } from "#lib/training/jobs/claim-job.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";
import { recordBest, recordSnapshot } from "#lib/training/jobs/record-snapshot.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";

type State = { trainer: Trainer; step: number };

/** Keeps the trainer's state as it is after `step`, to continue from. */
export async function takeSnapshot(db: Db, hold: JobHold, state: State): Promise<void> {
  await keepState(hold, { ...state, place: "snapshots" }, (snapshot) => recordSnapshot(db, hold, snapshot));
}

/** Keeps the trainer's state as the best so far. */
export async function takeBest(
  db: Db,
  hold: JobHold,
  { loss, ...state }: State & { loss: number },
): Promise<BestSnapshot> {
  const snapshot = await keepState(hold, { ...state, place: "best" }, (kept) =>
    recordBest(db, hold, { ...kept, loss }),
  );
  return { ...snapshot, loss };
}

/**
 * Writes a state and names it in the job's row. The folder is named by epoch, so that a trainer that was taken for dead and writes on
 * touches nothing of its successor's; what came before goes once the row names the new one, remains of crashes too.
 */
async function keepState(
  hold: JobHold,
  { trainer, step, place }: State & { place: "snapshots" | "best" },
  record: (snapshot: JobSnapshot) => Promise<void>,
): Promise<JobSnapshot> {
  const name = `${hold.epoch}-${step}`;
  const folder = jobPath(hold.jobId, place, name);
  const absolute = await preparedPath(folder);
  await rm(absolute, { recursive: true, force: true });
  await trainer.snapshot(absolute);
  const snapshot = { folder, step, files: await hashFolder(absolute) };
  await record(snapshot);
  const parent = path.dirname(absolute);
  for (const other of await readdir(parent))
    if (other !== name && !isLater(other, hold))
      await rm(path.join(parent, other), { recursive: true, force: true });
  return snapshot;
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
  snapshot: JobSnapshot,
): Promise<"restored" | "changed" | "missing"> {
  const { folder, step } = snapshot;
  const found = await findSnapshot(snapshot);
  if (found === "missing")
    log.warn({ folder, step }, "a snapshot is not on this machine; training begins again without it");
  if (found === "changed")
    log.error(
      { folder, step },
      "a snapshot has changed since it was written; training begins again without it",
    );
  if (found !== "whole") return found;
  await trainer.restore(absolutePath(folder));
  return "restored";
}

/** Whether the files of a snapshot are here and as they were written. */
export async function findSnapshot({ folder, files }: JobSnapshot): Promise<"whole" | "changed" | "missing"> {
  const found = await hashFolder(absolutePath(folder)).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (found === null) return "missing";
  return isDeepStrictEqual(found, files) ? "whole" : "changed";
}
