import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { MAX_CPU_MS, replyInTime } from "./reply-in-time.internal.ts";
import type { SchemaAnswer, SchemaReply, SchemaRequest } from "./schema-request.ts";
import { SlowRequests } from "./slow-requests.internal.ts";

/** Threads that were ended but have not stopped yet; with more of them no core would be left for others. */
const MAX_LEAVING = 2;

/** The thread ended by itself, for which there is no other reason than what it did. */
const FAILED: SchemaReply = { answer: { refused: "field_schema cannot be checked" }, cpuMs: 0 };

/**
 * A warm thread, asked one thing after another, and from the first request on a spare one: a thread takes seconds to start. One that
 * runs over its time is ended, and the spare takes its place.
 */
export class SchemaChecker {
  readonly #start: () => Promise<Worker>;
  readonly #slow = new SlowRequests();
  readonly #leaving = new Set<Promise<unknown>>();
  #thread: Promise<Worker>;
  #spare: Promise<Worker> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(start: () => Promise<Worker> = startThread) {
    this.#start = start;
    this.#thread = this.#started();
  }

  /** Null says that it takes too long, or did so a short while ago. */
  ask(request: SchemaRequest): Promise<SchemaAnswer | null> {
    const answer = this.#last.then(() => this.#run(request));
    const over = () => undefined;
    this.#last = answer.then(over, over);
    return answer;
  }

  async #run(request: SchemaRequest): Promise<SchemaAnswer | null> {
    if (this.#slow.has(request)) return null;
    if (this.#leaving.size >= MAX_LEAVING) await Promise.race(this.#leaving);
    const reply = await this.#replyTo(request);
    if (reply && reply.cpuMs <= MAX_CPU_MS) return reply.answer;
    this.#slow.add(request);
    return null;
  }

  async #replyTo(request: SchemaRequest): Promise<SchemaReply | null> {
    const thread = await this.#thread.catch((error: unknown) => {
      this.#replace();
      throw error;
    });
    // An idle thread keeps no program from ending, one at work does.
    thread.ref();
    const reply = await replyInTime(thread, request).catch(() => FAILED);
    thread.unref();
    if (reply === null || reply === FAILED) this.#replace();
    this.#spare ??= this.#started();
    return reply;
  }

  #replace(): void {
    const leaving = this.#thread
      .then((thread) => thread.terminate())
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    this.#thread = this.#spare ?? this.#started();
    this.#spare = null;
  }

  #started(): Promise<Worker> {
    const thread = this.#start();
    // Those who need it see that it did not start.
    thread.catch(() => undefined);
    return thread;
  }
}

/** Asks the process's thread of schemas; null says that it takes too long. */
export function askSchemaThread(request: SchemaRequest): Promise<SchemaAnswer | null> {
  return processWide("schema-checker", () => new SchemaChecker()).ask(request);
}

export async function startThread(): Promise<Worker> {
  // Routes are bundled and lie elsewhere than their sources, which plain Node runs.
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/compat/objects/schema-thread.ts");
  const thread = new Worker(file);
  thread.on("error", (error) => log.error({ err: error }, "the thread of schemas failed"));
  await once(thread, "message");
  thread.unref();
  return thread;
}
