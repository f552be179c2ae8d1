import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { FairQueue } from "#lib/engine/port/fair-queue.ts";
import type { SampledToken, SampleRequest, Sampler, SamplerOptions } from "#lib/engine/port/port.ts";
import { requireRequest } from "#lib/engine/port/require-fitting.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import type { RemoteHandle } from "./connection.internal.ts";
import { SampledRow } from "./sampled-row.internal.ts";
import { type Body, numberIn } from "./wire.internal.ts";

/** What the server says of a row in one step. */
type RowEvent = { readonly row: number } & (
  | { readonly id: number; readonly logprob: number; readonly top?: SampledToken["top"]; readonly end?: true }
  | { readonly ask: readonly number[] }
  | { readonly error: string }
);

/**
 * Completions that the server decodes together. Who has a place is decided here: the key with the fewest has the next one. A row keeps its place
 * until it ends.
 */
export class TorchSampler implements Sampler {
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly #handle: RemoteHandle;
  readonly #slots: number;
  readonly #queueDepth: number;
  /** Positions that all rows may have together. */
  readonly #positions: number;
  readonly #waiting = new FairQueue<SampledRow>();
  readonly #rows = new Map<number, SampledRow>();
  #count = 0;
  #end: EngineFault | null = null;

  constructor(
    handle: RemoteHandle,
    facts: Body,
    { slots = 32, queueDepth = 4096, cacheBytes = 2 ** 30 }: SamplerOptions,
  ) {
    this.#handle = handle;
    this.#slots = slots;
    this.#queueDepth = queueDepth;
    this.#positions = Math.floor(cacheBytes / numberIn(facts, "bytes_per_position"));
    this.vocabSize = numberIn(facts, "vocab_size");
    this.contextLength = Math.min(numberIn(facts, "context_length"), this.#positions);
    void this.#listen();
  }

  sample(request: SampleRequest): AsyncIterable<SampledToken> {
    if (this.#end) throw this.#end;
    requireRequest(request, this);
    const { active, waiting } = this.load();
    if (waiting >= this.#queueDepth + this.#slots - active)
      throw new RateLimited(`${waiting} completions are already waiting; try again in a moment`, 1);
    this.#count += 1;
    const row = new SampledRow(this.#count, request, this.contextLength, () => this.#leave(row));
    if (row.isOver) return row.channel;
    this.#waiting.push(request.fairnessKey, row);
    // Requests that are made together are seen together, so that each key has its turn.
    setImmediate(() => this.#admit());
    return row.channel;
  }

  load(): { active: number; waiting: number } {
    return { active: this.#rows.size, waiting: this.#waiting.size };
  }

  async close(): Promise<void> {
    this.#fail(new EngineFault("The sampler was closed"));
    await this.#handle.close();
  }

  #admit(): void {
    for (;;) {
      const places = this.#placesByKey();
      const row = this.#waiting.peek((key) => places.get(key) ?? 0);
      if (!row || !this.#hasRoomFor(row)) return;
      this.#waiting.take(row.request.fairnessKey);
      this.#rows.set(row.id, row);
      row.sent = this.#handle.send("sample", row.fields()).catch((error: unknown) => {
        row.fail(error);
        this.#leave(row);
      });
    }
  }

  #placesByKey(): Map<string, number> {
    const places = new Map<string, number>();
    for (const { request } of this.#rows.values())
      places.set(request.fairnessKey, (places.get(request.fairnessKey) ?? 0) + 1);
    return places;
  }

  /** Rows are padded to the longest, so each needs as much as that one may. */
  #hasRoomFor(row: SampledRow): boolean {
    const rows = [...this.#rows.values(), row];
    const longest = rows.reduce((most, { limit }) => Math.max(most, limit), 0);
    return rows.length <= this.#slots && rows.length * longest <= this.#positions;
  }

  /** A row that is over makes room, at the server too. */
  #leave(row: SampledRow): void {
    this.#waiting.remove(row.request.fairnessKey, row);
    if (!this.#rows.delete(row.id)) return;
    if (!row.hasEnded) void row.sent.then(() => this.#sendIfOpen("cancel", { row: row.id }));
    this.#admit();
  }

  async #listen(): Promise<void> {
    try {
      for await (const line of this.#handle.lines("sampler_events")) {
        // Our own program wrote the line; its form is what the type says.
        for (const event of JSON.parse(line) as RowEvent[]) this.#take(event);
      }
      this.#fail(new EngineFault("The sampler was closed"));
    } catch (error) {
      this.#fail(
        error instanceof EngineFault ? error : new EngineFault("The sampler broke off", { cause: error }),
      );
    }
  }

  #take(event: RowEvent): void {
    const row = this.#rows.get(event.row);
    if (!row || row.isOver) return;
    try {
      this.#hand(row, event);
    } catch (error) {
      row.giveUp(new EngineFault("The constraint of the row failed", { cause: error }));
    }
    if (row.isOver) this.#leave(row);
  }

  #hand(row: SampledRow, event: RowEvent): void {
    if ("ask" in event) {
      const { fields, arrays } = row.answer(event.ask, this.vocabSize);
      this.#sendIfOpen("answer", { row: row.id, ...fields }, arrays);
    } else if ("error" in event) row.fail(new EngineFault(event.error));
    else row.accept({ id: event.id, logprob: event.logprob, top: event.top ?? [] }, event.end === true);
  }

  /** Where the server is gone, the lines that break off fail every row. */
  #sendIfOpen(...call: Parameters<RemoteHandle["send"]>): void {
    if (!this.#end) this.#handle.send(...call).catch(() => undefined);
  }

  #fail(error: EngineFault): void {
    this.#end ??= error;
    for (const row of [...this.#waiting.empty(), ...this.#rows.values()]) row.fail(error);
    this.#rows.clear();
  }
}
