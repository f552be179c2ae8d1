import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;
/** A process that ran this long has started well: its next failure is a new one. */
const HEALTHY_AFTER_MS = 10_000;

/** A program to keep running. */
type ProcessPlan = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
};

/** Keeps a process running: when it ends unasked it is started again, at first after 0.2 s, then less and less eagerly. */
export class SupervisedProcess {
  readonly plan: ProcessPlan;
  #child: ChildProcess | null = null;
  #stopping = new AbortController();
  #ended: Promise<void>;

  constructor(plan: ProcessPlan) {
    this.plan = plan;
    this.#ended = this.#keepRunning();
  }

  /** Asks the process to end, and after `patienceMs` makes it. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill("SIGTERM");
    const force = setTimeout(() => this.#child?.kill("SIGKILL"), patienceMs);
    await this.#ended;
    clearTimeout(force);
  }

  async #keepRunning(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!this.#stopping.signal.aborted) {
      const startedAt = Date.now();
      const outcome = await this.#runOnce();
      if (this.#stopping.signal.aborted) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) wait = FIRST_WAIT_MS;
      report(this.plan.name, "error", `ended (${outcome}); starting it again in ${wait / 1000} s`);
      await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  #runOnce(): Promise<string> {
    const { name, args, env } = this.plan;
    // The channel tells the child that we are gone, whatever ended us.
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on("line", (line) => passOn(name, line));
    return new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    }).then((outcome) => {
      this.#child = null;
      return String(outcome);
    });
  }
}

/** Log lines of our processes pass as they are; other output becomes such a line. */
function passOn(name: string, line: string): void {
  if (line.startsWith("{")) process.stdout.write(`${line}\n`);
  else if (line.trim() !== "") report(name, "info", line);
}

function report(name: string, level: string, msg: string): void {
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), process: name, msg })}\n`);
}
