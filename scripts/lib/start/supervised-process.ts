import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { passOn, report } from "./log-lines.ts";

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;
/** A process that ran this long has started well: its next failure is a new one. */
const HEALTHY_AFTER_MS = 10_000;
/** Until a process beats for the first time it may take this many times as long. */
const START_PATIENCE = 3;
/** Where a child finds the channel of its beats, after its outputs and the channel that announces our end. */
const BEAT_CHANNEL = 4;
/** Where a child finds the listening socket that it shares with others. */
export const LISTEN_SOCKET = 5;

/** A program to keep running. */
export type ProcessPlan = {
  name: string;
  /** Arguments of Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** A process that does not say for so long that it lives is stopped or hangs, and is ended; null where it never says so. */
  silentAfterMs: number | null;
  /** For one of several that take turns at one listening socket. */
  shared?: SharedPlace;
};

/** A socket, and who wants to know when a process could serve at it, and when it can no longer. */
type SharedPlace = {
  socket: number;
  ready(process: SupervisedProcess): void;
  gone(process: SupervisedProcess): void;
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

  /** Says to the process that it is its turn to serve. */
  serve(): void {
    // One that ended this moment is reported by its end.
    this.#child?.send("serve", () => undefined);
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
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }

  async #runOnce(): Promise<string> {
    const { name, shared } = this.plan;
    let child: ChildProcess;
    try {
      child = start(this.plan);
    } catch (error) {
      // Some refusals of the system, such as a program that is being written at this moment, are thrown and not sent as an event.
      return error instanceof Error ? error.message : String(error);
    }
    this.#child = child;
    child.once("message", () => shared?.ready(this));
    endWhenSilent(child, this.plan);
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on("line", (line) => passOn(name, line, stream === child.stderr));
    const outcome = await new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    this.#child = null;
    shared?.gone(this);
    return outcome;
  }
}

function start({ args, env, shared }: ProcessPlan): ChildProcess {
  const channels = { SPINDLE_BEAT_CHANNEL: String(BEAT_CHANNEL) };
  return spawn(process.execPath, args, {
    env: shared
      ? { ...env, ...channels, SPINDLE_LISTEN_SOCKET: String(LISTEN_SOCKET) }
      : { ...env, ...channels },
    // The channel shows the child that we are gone, whatever ended us.
    stdio: ["ignore", "pipe", "pipe", "ipc", "pipe", ...(shared ? [shared.socket] : [])],
  });
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
    report(name, "error", `has not reported for ${silentAfterMs / 1000} s; its process is ended`);
    child.kill("SIGKILL");
  }, silentAfterMs / SILENT_TICKS);
  child.once("exit", () => clearInterval(timer));
  child.once("error", () => clearInterval(timer));
}

const SILENT_TICKS = 30;
