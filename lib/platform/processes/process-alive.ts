import { processFacts } from "./process-facts.ts";
import { systemCode } from "./read-if-there.ts";

/** Whether a process with this id runs on this machine, under any user. A zombie does not count. */
export function processAlive(pid: number): boolean {
  const facts = processFacts(pid);
  if (facts !== null) return !hasEnded(facts.state);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

/** Identifies a process even when its id is reused: id plus start time, or the id alone if the system does not report the start time. */
export function processIdentity(pid: number): string {
  const facts = processFacts(pid);
  return facts === null ? String(pid) : `${pid}:${facts.startedAt}`;
}

function hasEnded(state: string): boolean {
  return state === "Z" || state === "X";
}
