import { execFileSync } from "node:child_process";
import type { Engine } from "#lib/engine/port/port.ts";
import { torchEngine } from "#lib/engine/torch/torch-engine.ts";
import { enginePython } from "#lib/platform/env.ts";

/** The engine of PyTorch in the Python that `npm run conformance` made. */
export function pythonEngine(): Engine {
  return torchEngine({ python: enginePython(), server: null, dtype: "float32", recomputes: true });
}

/** The servers of the engine that a process has started and that still run. */
export function engineServersOf(pid: number = process.pid): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, server, parent, program] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && program?.includes("-m spindle_torch") ? [Number(server)] : [];
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
