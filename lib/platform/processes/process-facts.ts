import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { childEnvironment } from "#lib/platform/env.ts";
import { readIfThere } from "./read-if-there.ts";

/** What the system knows of a process; of two with one id, `startedAt` differs. */
export type ProcessFacts = { state: string; startedAt: string; name: string };

/** The facts of a process of this machine, or null where there is none, or where the system does not say. */
export function processFacts(pid: number): ProcessFacts | null {
  return fs.existsSync("/proc/self/stat") ? factsFromProc(pid) : factsFromPs(pid);
}

function factsFromProc(pid: number): ProcessFacts | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in parentheses may hold spaces, and parentheses too.
  const [begin, end] = [stat.indexOf("("), stat.lastIndexOf(")")];
  const fields = stat.slice(end + 2).split(" ");
  return { state: fields[0] ?? "", startedAt: fields[19] ?? "", name: stat.slice(begin + 1, end) };
}

/** macOS has no /proc. Each column has a flag of its own, because its `ps` takes everything after an equals sign for a heading. */
export function factsFromPs(pid: number): ProcessFacts | null {
  const columns = ["-o", "state=", "-o", "lstart=", "-o", "ucomm="];
  const env = childEnvironment({ LC_ALL: "C" });
  const { stdout } = spawnSync("ps", ["-p", String(pid), ...columns], { encoding: "utf8", env });
  // Such as `Ss   Mon Nov 23 13:41:47 2026 postgres`.
  const found = /^\s*(\S)\S*\s+(\S+ \S+\s+\d+ [\d:]+ \d+)\s+(.*?)\s*$/.exec(stdout ?? "");
  if (!found) return null;
  const [, state = "", startedAt = "", name = ""] = found;
  return { state, startedAt: startedAt.replace(/\s+/g, "-"), name };
}
