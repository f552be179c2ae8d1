import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { afterEach } from "vitest";
import { childEnvironment } from "#lib/platform/env.ts";

export type ServiceProcess = {
  /** How it ended: its exit code, or the signal. */
  readonly ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** What it has written so far. */
  output(): string;
};

/** Gives what starts programs of the service on the test's database and data folder; each test's end kills those that are left, frozen ones too. */
export function serviceProcesses(): (program: string, ...args: string[]) => ServiceProcess {
  const started: ServiceProcess[] = [];
  afterEach(async () => {
    for (const { kill, ended } of started.splice(0)) {
      kill("SIGKILL");
      await ended;
    }
  });
  return (program, ...args) => {
    const child = spawn(process.execPath, ["--disable-proto=delete", program, ...args], {
      env: childEnvironment({ SPINDLE_PROCESS: "test", TRAIN_THREADS: "1", LOG_LEVEL: "info" }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const watch = watched(child);
    started.push(watch);
    return watch;
  };
}

function watched(child: ChildProcessByStdio<null, Readable, null>): ServiceProcess {
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return {
    ended: once(child, "exit").then(([code, signal]) => code ?? signal),
    kill: (signal) => void child.kill(signal),
    output: () => output,
  };
}
