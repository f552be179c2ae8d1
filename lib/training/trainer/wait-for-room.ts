import { statfs } from "node:fs/promises";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MIB } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";
import { tellWaiting } from "#lib/training/jobs/wait-for.ts";

export type RoomWait = {
  readonly db: Db;
  readonly hold: JobHold;
  readonly neededBytes: number;
  readonly lookEveryMs: number;
  /** Whether the job must be left; throws `JobLost` where it is lost. */
  mustLeave(): boolean;
};

/** The wait for room on the disk ended without any. */
export class LeftWaiting extends Error {
  override name = "LeftWaiting";
  readonly outcome: "stopped" | "cancelled";

  constructor(outcome: LeftWaiting["outcome"]) {
    super(`A training job was ${outcome} while it waited for room on the disk`);
    this.outcome = outcome;
  }
}

/** Looks between two times at which the numbers that people read are brought up to date. */
const LOOKS_A_TEXT = 15;

/** Writes to the data folder. Where its disk is full the job says so and waits, with all that it has learned in memory, and writes again. */
export async function withRoom<T>(wait: RoomWait, write: () => Promise<T>): Promise<T> {
  for (let isFull = false; ; isFull = true) {
    try {
      const written = await write();
      if (isFull) await tellWaiting(wait.db, wait.hold, null).catch(() => undefined);
      return written;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      log.warn({ err: error, jobId: wait.hold.jobId }, "a training job waits for room on the disk");
    }
    await untilRoom(wait);
  }
}

/** Whether a file could not be written, or the database could not grow, for want of room. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT" || code === "53100";
}

/** Fails as a full disk does where less is free than this. */
export async function requireRoom(neededBytes: number): Promise<void> {
  if ((await freeBytes()) >= neededBytes) return;
  throw Object.assign(new Error(await roomText(neededBytes)), { code: "ENOSPC" });
}

/** What the owner of a job reads while it waits. */
export async function roomText(neededBytes: number): Promise<string> {
  return `waiting for disk space on ${os.hostname()}: ${inMib(await freeBytes())} free, ${inMib(neededBytes)} needed`;
}

async function untilRoom({ db, hold, neededBytes, lookEveryMs, mustLeave }: RoomWait): Promise<void> {
  let text = "";
  for (let looks = 0; looks === 0 || (await freeBytes()) < neededBytes; looks++) {
    if (looks % LOOKS_A_TEXT === 0) text = await roomText(neededBytes);
    if ((await tellWaiting(db, hold, text)).isCancelAsked) throw new LeftWaiting("cancelled");
    await sleep(lookEveryMs);
    if (mustLeave()) throw new LeftWaiting("stopped");
  }
}

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(env().SPINDLE_DATA_DIR);
  return bavail * bsize;
}

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString("en-US")} MiB`;
}
