import { readIfThere, systemCode } from "./read-if-there.ts";

/** Whether a process with this id runs on this machine, whoever it belongs to. One that has ended and waits to be reaped does not. */
export function processAlive(pid: number): boolean {
  const state = statOf(pid)?.[0];
  if (state !== undefined) return !hasEnded(state);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

/** Identifies a process even when its id is reused: id plus start time, or the id alone where the system does not tell the time. */
export function processIdentity(pid: number): string {
  const stat = statOf(pid);
  return stat === null ? String(pid) : `${pid}:${stat[19]}`;
}

/** The fields of /proc/<pid>/stat after the name, the state first; null where the system has none. */
function statOf(pid: number): string[] | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The name in parentheses may hold spaces, and parentheses too.
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function hasEnded(state: string): boolean {
  return state === "Z" || state === "X";
}
