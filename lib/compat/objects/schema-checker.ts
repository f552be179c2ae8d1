import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import type { SchemaAnswer, SchemaRequest } from "./schema-request.ts";

/** What one request may cost, in milliseconds of the thread's own time: a busy machine is nobody's fault. */
const MAX_CPU_MS = 100;
const LOOK_EVERY_MS = 25;

/** Asks the thread of schemas; null says that it took too long. */
export function askSchemaThread(request: SchemaRequest): Promise<SchemaAnswer | null> {
  return processWide("schema-checker", () => new SchemaChecker()).ask(request);
}

/** One warm thread a process, asked one thing after another. One that runs over its time is ended, and another takes its place. */
class SchemaChecker {
  #thread = startThread();
  #last: Promise<unknown> = Promise.resolve();

  ask(request: SchemaRequest): Promise<SchemaAnswer | null> {
    const answer = this.#last.then(() => this.#run(request));
    const over = () => undefined;
    this.#last = answer.then(over, over);
    return answer;
  }

  async #run(request: SchemaRequest): Promise<SchemaAnswer | null> {
    let answer: SchemaAnswer | null = null;
    try {
      const thread = await this.#thread;
      // An idle thread keeps no program from ending, one at work does.
      thread.ref();
      answer = await answerInTime(thread, request);
      thread.unref();
      return answer;
    } finally {
      if (answer === null) this.#replace();
    }
  }

  #replace(): void {
    const old = this.#thread;
    this.#thread = startThread();
    old.then((thread) => thread.terminate()).catch(() => undefined);
  }
}

async function startThread(): Promise<Worker> {
  // Routes are bundled and lie elsewhere than their sources, which plain Node runs.
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/compat/objects/schema-thread.ts");
  const thread = new Worker(file);
  thread.on("error", (error) => log.error({ err: error }, "the thread of schemas failed"));
  await once(thread, "message");
  thread.unref();
  return thread;
}

async function answerInTime(thread: Worker, request: SchemaRequest): Promise<SchemaAnswer | null> {
  const over = new AbortController();
  try {
    const spentMs = await cpuMs(thread);
    const answer = once(thread, "message", { signal: over.signal });
    thread.postMessage(request);
    // The thread posts nothing else.
    const answered = answer.then(([message]) => message as SchemaAnswer);
    return await Promise.race([answered, overrun(thread, spentMs + MAX_CPU_MS, over.signal)]);
  } finally {
    over.abort();
  }
}

/** Resolves when the thread has spent so much time; rejects when nobody asks any more. */
async function overrun(thread: Worker, mostMs: number, signal: AbortSignal): Promise<null> {
  do await wait(LOOK_EVERY_MS, undefined, { signal });
  while ((await cpuMs(thread)) < mostMs);
  return null;
}

async function cpuMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}
