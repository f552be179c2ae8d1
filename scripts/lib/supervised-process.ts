import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;
/** A process that ran this long has started well: its next failure is a new one. */
const HEALTHY_AFTER_MS = 10_000;
/** Until a process beats for the first time it may take this many times as long. */
const START_PATIENCE = 3;
/** Where a child finds the channel of its beats, behind its outputs and the channel that tells of our end. */
const BEAT_CHANNEL = 4;

/** A program to keep running. */
type ProcessPlan = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** A process that does not say for so long that it lives is stopped or hangs, and is ended; null where it never says so. */
  silentAfterMs: number | null;
};

/**
 * Keeps a process running: when it ends unasked it is started again, at first after 0.2 s, then less and less eagerly. One that stops to
 * beat is ended first.
 */
export class SupervisedProcess {
  readonly plan: ProcessPlan;
  #child: ChildProcess | null = null;
  #stopping = new AbortController();
  #ended: Promise<void>;

  constructor(plan: ProcessPlan) {
    this.plan = plan;
    this.#ended = this.#keepRunning();
  }

  get isRunning(): boolean {
    return this.#child !== null;
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
    const child = spawn(process.execPath, args, {
      env: { ...env, SPINDLE_BEAT_CHANNEL: String(BEAT_CHANNEL) },
      // The channel tells the child that we are gone, whatever ended us.
      stdio: ["ignore", "pipe", "pipe", "ipc", "pipe"],
    });
    this.#child = child;
    endWhenSilent(child, this.plan);
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

/** Counts its own ticks and looks at no clock: where the whole computer slept, both sides missed the same time. */
function endWhenSilent(child: ChildProcess, { name, silentAfterMs }: ProcessPlan): void {
  if (silentAfterMs === null) return;
  let silentTicks = -(START_PATIENCE - 1) * SILENT_TICKS;
  const beats = child.stdio[BEAT_CHANNEL];
  beats?.on("data", () => {
    silentTicks = 0;
  });
  // The channel of a process that was killed may break.
  beats?.on("error", () => undefined);
  const timer = setInterval(() => {
    if (++silentTicks <= SILENT_TICKS) return;
    report(name, "error", `has not said for ${silentAfterMs / 1000} s that it lives; its process is ended`);
    child.kill("SIGKILL");
  }, silentAfterMs / SILENT_TICKS);
  child.once("exit", () => clearInterval(timer));
  child.once("error", () => clearInterval(timer));
}

const SILENT_TICKS = 30;

/** Log lines of our processes pass as they are; other output becomes such a line. */
function passOn(name: string, line: string): void {
  if (line.startsWith("{")) process.stdout.write(`${line}\n`);
  else if (line.trim() !== "") report(name, "info", line);
}

function report(name: string, level: string, msg: string): void {
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), process: name, msg })}\n`);
}
