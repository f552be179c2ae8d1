import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { askedFor } from "#lib/platform/db/asking-for.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { AskerLines } from "./asker-lines.internal.ts";
import { MAX_CPU_MS, replyInTime } from "./reply-in-time.internal.ts";
import type { SchemaAnswer, SchemaReply, SchemaRequest } from "./schema-request.ts";
import { SlowRequests } from "./slow-requests.internal.ts";

const THREADS = 2;

/** Threads that were ended but have not stopped yet; with more of them no core would be left for others. */
const MAX_LEAVING = 2;

/** The thread ended by itself, for which there is no other reason than what it did. */
const FAILED: SchemaReply = { answer: { refused: "field_schema cannot be checked" }, cpuMs: 0 };

type Job = {
  readonly request: SchemaRequest;
  readonly resolve: (answer: SchemaAnswer | null) => void;
  readonly reject: (error: unknown) => void;
};

/** A thread that starts, is ready, or is at work. */
type Place = { worker: Worker | null; isAtWork: boolean };

/**
 * A warm thread, and from the first request on a second one: a thread takes seconds to start. One that runs over its time is ended, and another started in its place. Each
 * asker has a line and one thread at a time; who has just cost a thread waits until the other one stays ready for everybody else.
 */
export class SchemaChecker {
  readonly #start: () => Promise<Worker>;
  readonly #slow = new SlowRequests();
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #lines = new AskerLines<Job>();
  readonly #places = new Set<Place>();

  constructor(start: () => Promise<Worker> = startThread) {
    this.#start = start;
    this.#addThread();
  }

  /** Null says that it takes too long, or did so a short while ago. */
  ask(request: SchemaRequest, asker = askerOf(request)): Promise<SchemaAnswer | null> {
    return new Promise((resolve, reject) => {
      this.#lines.add(asker, { request, resolve, reject });
      while (this.#places.size < THREADS) this.#addThread();
      this.#serve();
    });
  }

  #serve(): void {
    for (const place of this.#places) {
      if (place.worker === null || place.isAtWork) continue;
      if (this.#leaving.size >= MAX_LEAVING) return;
      const next = this.#lines.take(this.#mayCost());
      if (next === null) return;
      place.isAtWork = true;
      void this.#run(place, place.worker, next);
    }
  }

  /** Whether one can be lost without a wait for others; none is spared for that where no other will come. */
  #mayCost(): boolean {
    const ready = [...this.#places].filter(({ worker, isAtWork }) => worker !== null && !isAtWork);
    return ready.length >= THREADS || this.#places.size < THREADS;
  }

  async #run(place: Place, thread: Worker, { asker, job }: { asker: string; job: Job }): Promise<void> {
    const answer = this.#slow.has(job.request) ? null : await this.#answer(place, thread, job.request);
    place.isAtWork = false;
    this.#lines.done(asker, answer === null || !this.#places.has(place));
    job.resolve(answer);
    this.#serve();
  }

  async #answer(place: Place, thread: Worker, request: SchemaRequest): Promise<SchemaAnswer | null> {
    // An idle thread keeps no program from ending, one at work does.
    thread.ref();
    const reply = await replyInTime(thread, request).catch(() => FAILED);
    thread.unref();
    if (reply === null || reply === FAILED) this.#replace(place, thread);
    if (reply && reply.cpuMs <= MAX_CPU_MS) return reply.answer;
    this.#slow.add(request);
    return null;
  }

  #replace(place: Place, thread: Worker): void {
    this.#places.delete(place);
    const leaving = thread
      .terminate()
      .catch(() => undefined)
      .finally(() => {
        this.#leaving.delete(leaving);
        this.#serve();
      });
    this.#leaving.add(leaving);
    this.#addThread();
  }

  #addThread(): void {
    const place: Place = { worker: null, isAtWork: false };
    this.#places.add(place);
    this.#start().then(
      (worker) => {
        place.worker = worker;
        this.#serve();
      },
      (error: unknown) => {
        this.#places.delete(place);
        // Those who wait see that none started; the next one tries again.
        if (this.#places.size === 0) for (const { reject } of this.#lines.takeAll()) reject(error);
        else this.#serve();
      },
    );
  }
}

/** For whom it is; where that is nobody in particular, as in the worker, each schema and each pattern is an asker of its own. */
function askerOf(request: SchemaRequest): string {
  return askedFor() ?? ("schema" in request ? request.schema : request.pattern);
}

/** Asks the process's threads of schemas; null says that it takes too long. */
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
