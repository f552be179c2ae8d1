import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processAlive } from "./process-alive.ts";
import { readIfThere, systemCode } from "./read-if-there.ts";

const GONE_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

/**
 * Ends the orphaned backends of a PostgreSQL whose postmaster was killed: a backend that could not notice, because it was stopped or waited
 * for the disk, keeps the shared memory, and no new server can start. Call it only if no server runs on `dataFolder`, and none is being
 * started.
 */
export async function endLeftovers(dataFolder: string): Promise<void> {
  const left = leftoversOf(dataFolder);
  for (const pid of left) kill(pid);
  const deadline = Date.now() + GONE_WITHIN_MS;
  while (left.some(processAlive) && Date.now() < deadline) await sleep(LOOK_EVERY_MS);
  const stubborn = left.filter(processAlive);
  if (stubborn.length > 0)
    throw new Error(
      `PostgreSQL cannot start on ${dataFolder}: processes of an earlier one (${stubborn.join(", ")}) still hold its memory and cannot be ended; ` +
        "end them, or restart the machine.",
    );
}

/** Every server process has its data folder as its working directory in /proc. Without /proc none can be found, and PostgreSQL itself reports the problem. */
function leftoversOf(dataFolder: string): number[] {
  if (!fs.existsSync("/proc/self/cwd")) return [];
  const folder = fs.realpathSync(dataFolder);
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgres(pid) && folderOf(pid) === folder && processAlive(pid));
}

function isPostgres(pid: number): boolean {
  return readIfThere(`/proc/${pid}/comm`)?.trim() === "postgres";
}

function folderOf(pid: number): string | null {
  try {
    return fs.readlinkSync(path.join("/proc", String(pid), "cwd"));
  } catch (error) {
    // It has ended, or it is another user's and so not ours.
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(systemCode(error) ?? "")) return null;
    throw error;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (systemCode(error) !== "ESRCH" && systemCode(error) !== "EPERM") throw error;
  }
}
