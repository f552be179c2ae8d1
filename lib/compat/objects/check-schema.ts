import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { isDict } from "#lib/contract/fields.ts";
import { type InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { compileFieldSchema } from "./field-schema.ts";
import { isCheapSchema } from "./is-cheap-schema.ts";
import { type Place, patternsIn } from "./patterns-in.internal.ts";
import type { SchemaAnswer, SchemaReply, SchemaRequest } from "./schema-request.ts";
import { faultOf, keptValidator } from "./value-fault.ts";

/** What one request may cost, in milliseconds of the thread's own time: a busy machine is nobody's fault. */
const MAX_CPU_MS = 100;

const LOOK_EVERY_MS = 25;

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

/**
 * Throws where an annotation spec's schema cannot be used: `InvalidRequest` at the pattern that is too long or would stall on some texts,
 * where `place` is the schema's own, else `Rejected`.
 */
export async function requireFitSchema(schema: unknown, place: Place): Promise<void> {
  const text = JSON.stringify(schema);
  if (!isDict(schema) || isCheapSchema(schema, text)) return void compileFieldSchema(schema);
  const patterns = patternsIn(schema);
  for (const [pattern, inner] of patterns)
    if (isRefused(await askSchemaThread({ kind: "read", pattern }))) throw tooLong([...place, ...inner]);
  const answer = await askSchemaThread({ kind: "compile", schema: text });
  if (answer === null)
    throw new Rejected("field_schema takes too long to read; make it smaller, or use fewer references");
  requireUnrefused(answer);
  for (const [pattern, inner] of patterns)
    if (isRefused(await askSchemaThread({ kind: "probe", pattern })))
      throw endless([...place, ...inner], pattern);
}

/** A pattern that is shorter may be too much all the same, which shows when a value is checked. */
const SHORT = 10_000;

/** Throws `InvalidRequest` at a pattern that is too long to be used, where nothing else is asked of a schema. */
export async function requireShortPatterns(schema: unknown, place: Place): Promise<void> {
  for (const [pattern, inner] of patternsIn(schema))
    if (pattern.length > SHORT && isRefused(await askSchemaThread({ kind: "read", pattern })))
      throw tooLong([...place, ...inner]);
}

function isRefused(answer: SchemaAnswer | null): boolean {
  return answer === null || "refused" in answer;
}

function tooLong(place: Place): InvalidRequest {
  return invalidAt([...place], { type: "value_error", text: "The pattern is too long; shorten it" });
}

function endless(place: Place, pattern: string): InvalidRequest {
  const text = `The pattern ${pattern.slice(0, 200)} never ends on some texts; avoid repetitions inside repetitions`;
  return invalidAt([...place], { type: "value_error", text });
}

/** Of one request to the thread, so that those of others come in between. */
const MAX_VALUES = 100;

/** What is wrong with each value by the schema of an annotation spec, in order; throws `Rejected` where that cannot be found out in time. */
export async function findValueFaults(
  schema: unknown,
  values: readonly unknown[],
): Promise<(string | null)[]> {
  const text = JSON.stringify(schema);
  if (isCheapSchema(schema, text)) {
    const validate = keptValidator(text);
    return values.map((value) => faultOf(validate, value));
  }
  const faults: (string | null)[] = [];
  for (let start = 0; start < values.length; start += MAX_VALUES) {
    const some = values.slice(start, start + MAX_VALUES);
    const answer = await askSchemaThread({ kind: "check", schema: text, values: some });
    if (answer === null) throw new Rejected(TOO_SLOW);
    faults.push(...requireUnrefused(answer));
  }
  return faults;
}

const TOO_SLOW =
  "Checking the values against the schemas of their annotation specs takes too long; simplify the schemas, especially their patterns";

function requireUnrefused(answer: SchemaAnswer): readonly (string | null)[] {
  if ("refused" in answer) throw new Rejected(answer.refused);
  return answer.faults;
}

/** Asks the thread of schemas; null says that it took too long. */
function askSchemaThread(request: SchemaRequest): Promise<SchemaAnswer | null> {
  return processWide("schema-checker", () => new SchemaChecker()).ask(request);
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
    // An expression is made ready without a pause in which the thread could be asked or ended, so that an answer may come late.
    const answered = answer.then(([message]) => inTime(message as SchemaReply));
    return await Promise.race([answered, overrun(thread, spentMs + MAX_CPU_MS, over.signal)]);
  } finally {
    over.abort();
  }
}

function inTime({ answer, cpuMs }: SchemaReply): SchemaAnswer | null {
  return cpuMs > MAX_CPU_MS ? null : answer;
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
