import fs from "node:fs";

/** Linux counts processor time in ticks of ten milliseconds. */
const MICROS_PER_TICK = 10_000;

/** The processes below a process, at any depth. */
export function processesUnder(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of fs.readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** Processor time that processes, with the children they waited for, have used. */
export function cpuMicrosOf(pids: number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const stat = readStat(pid);
    // utime, stime, cutime and cstime: a database connection that ended counts with the server that waited for it.
    for (const field of [11, 12, 13, 14]) ticks += Number(stat?.[field] ?? 0);
  }
  return ticks * MICROS_PER_TICK;
}

/** The fields of /proc/<pid>/stat after the command's name, or null when the process is gone. */
function readStat(pid: number): string[] | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
