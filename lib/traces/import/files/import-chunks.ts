import type { ImportedCall } from "#lib/traces/import/conversation-calls.ts";
import type { FileRecord } from "#lib/traces/import/file-record.ts";
import { readFile } from "./read-file.ts";
import { sendCalls, type Target } from "./send-calls.ts";

/** The contents of a file. */
export type Found = {
  /** Lines with something on them, values of an array, or rows of a table. */
  records: number;
  badRecords: number;
  threads: number;
  turns: number;
  nested: number;
  /** Calls outside of threads. */
  loose: number;
};

/** Besides: calls that this import stored, that were stored before, that it had read before, and that the service would not take. */
export type Totals = Found & { added: number; known: number; repeated: number; refused: number };

/** Called while a file is read. */
export type Listener = {
  /** A line or record, or a call made from it, that was left out; `place` is such as "line 12". */
  leftOut(place: string, reason: string): void;
  /** Awaited, so that a listener can hold the import up, or end it by throwing. */
  progress(bytesRead: number, totals: Totals): void | Promise<void>;
  added?(calls: readonly ImportedCall[]): void;
};

type PlacedCall = ImportedCall & { place: string };

const BATCH_CALLS = 100;

/** Counts the records found, each thread once. */
export class FoundCount {
  readonly found: Found = { records: 0, badRecords: 0, threads: 0, turns: 0, nested: 0, loose: 0 };
  readonly #threadIds = new Set<string>();

  add({ calls }: FileRecord): void {
    this.found.records += 1;
    if (calls === null) this.found.badRecords += 1;
    for (const { id, turnId, threadId } of calls ?? []) {
      if (threadId) this.#threadIds.add(threadId);
      if (!threadId) this.found.loose += 1;
      else if (id === turnId) this.found.turns += 1;
      else this.found.nested += 1;
    }
    this.found.threads = this.#threadIds.size;
  }
}

/** Sends what files hold, a batch at a time. Throws where a file is of another kind or the service cannot be used. */
export class Import {
  readonly #target: Target;
  readonly #listener: Listener;
  readonly #count = new FoundCount();
  readonly #sent = { added: 0, known: 0, repeated: 0, refused: 0 };
  readonly #readIds = new Set<string>();
  #waiting: PlacedCall[] = [];

  constructor(target: Target, listener: Listener) {
    this.#target = target;
    this.#listener = listener;
  }

  get totals(): Totals {
    return { ...this.#count.found, ...this.#sent };
  }

  /** `name` is the prefix of places if the file is one of several. */
  async run(file: Blob, name?: string): Promise<void> {
    for await (const record of readFile(file)) {
      this.#count.add(record);
      const place = placeOf(record, name);
      if (record.calls === null) this.#listener.leftOut(place, record.reason);
      for (const call of record.calls ?? []) {
        this.#waiting.push({ ...call, place });
        if (this.#waiting.length === BATCH_CALLS) await this.#send();
      }
      await this.#listener.progress(record.bytesRead, this.totals);
    }
    await this.#send();
    await this.#listener.progress(Number.POSITIVE_INFINITY, this.totals);
  }

  async #send(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const repeats = this.#repeatsAmong(this.#waiting);
    const { added, known, refused } = await sendCalls(this.#waiting, this.#target);
    const repeated = known.filter((call) => repeats.has(call)).length;
    this.#waiting = [];
    this.#sent.added += added.length;
    this.#sent.known += known.length - repeated;
    this.#sent.repeated += repeated;
    this.#sent.refused += refused.length;
    this.#listener.added?.(added);
    for (const { call, reason } of refused)
      this.#listener.leftOut(call.place, `the service refused one of its calls: ${reason}`);
  }

  /** What says the same as something read before is the same call. */
  #repeatsAmong(calls: readonly PlacedCall[]): ReadonlySet<PlacedCall> {
    const repeats = new Set<PlacedCall>();
    for (const call of calls) {
      if (this.#readIds.has(call.id)) repeats.add(call);
      this.#readIds.add(call.id);
    }
    return repeats;
  }
}

export function placeOf({ unit, number }: Pick<FileRecord, "unit" | "number">, name?: string): string {
  return `${name ? `${name}, ` : ""}${unit} ${number}`;
}
