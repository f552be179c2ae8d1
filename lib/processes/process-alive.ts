import { readIfThere, systemCode } from "./read-if-there.ts";

/** Whether a process with this id exists on this machine, whoever it belongs to. */
export function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

/** What tells a process from a later one with the same id: id and start time; the id alone where the system does not say. */
export function processIdentity(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return String(pid);
  // The name in parentheses may hold spaces; the start time is the 20th field after it.
  return `${pid}:${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
}
