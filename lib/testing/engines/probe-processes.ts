import { execFileSync } from "node:child_process";

/** Processes of probes that this one has started and that still run. */
export function probeProcesses(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, state = "", args = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    const isProbe = Number(parent) === process.pid && args.includes("lib/training/probe/main.ts");
    return isProbe && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}
