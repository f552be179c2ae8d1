import { FairQueue } from "#lib/engine/port/fair-queue.ts";
import type { Batch } from "./batch.internal.ts";
import { PromptStore } from "./prompt-store.internal.ts";
import type { Row } from "./row.internal.ts";

/**
 * Decides which completions have a place in the batch, and which prompt is prefilled. Places are shared fairly by key: the next one goes to
 * the key with the fewest, and if none is free, the key with the most gives one up. A preempted completion keeps its cache and continues
 * later with the same tokens.
 */
export class Admission {
  readonly #batch: Batch;
  readonly #waiting = new FairQueue<Row>();
  readonly #prompts = new PromptStore();
  /** Rows with an incomplete prompt, one per key; the one whose turn it is comes first. */
  #reading: Row[] = [];

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  add(row: Row): void {
    this.#waiting.push(row.request.fairnessKey, row);
  }

  remove(row: Row): void {
    this.#waiting.remove(row.request.fairnessKey, row);
  }

  /** Everything that waits, which does so no more. */
  empty(): Row[] {
    this.#prompts.clear();
    return this.#waiting.empty();
  }

  forgetPrompts(): void {
    this.#prompts.clear();
  }

  /** Gives out places; answers the row whose prompt is to be worked on next. */
  nextPrompt(): Row | null {
    this.#reading = this.#reading.filter((row) => isReading(row));
    for (let row = this.#admit(); row; row = this.#admit()) if (isReading(row)) this.#reading.push(row);
    const next = this.#reading.shift() ?? null;
    if (next) this.#reading.push(next);
    return next;
  }

  /** A complete prompt is kept for the others of its group. */
  keepPrompt(row: Row): void {
    if (row.request.promptGroup === undefined) return;
    this.#prompts.keep(row, this.#batch.cache.take(row.slot, row.length));
  }

  #admit(): Row | null {
    const places = this.#placesByKey();
    const read = new Set(this.#reading.map(({ request }) => request.fairnessKey));
    const row = this.#waiting.peek((key) => (read.has(key) ? null : (places.get(key) ?? 0)));
    if (!row || !this.#makesRoom(row, places)) return null;
    this.#waiting.take(row.request.fairnessKey);
    this.#batch.add(row, this.#waiting.size);
    const past = row.paused ?? this.#prompts.find(row);
    row.paused = null;
    if (past) {
      this.#batch.cache.put(row.slot, past);
      row.length = past.length;
    }
    return row;
  }

  #placesByKey(): Map<string, number> {
    const places = new Map<string, number>();
    for (const { request } of this.#batch.rows)
      places.set(request.fairnessKey, (places.get(request.fairnessKey) ?? 0) + 1);
    return places;
  }

  /** A key only gives up a place if it has at least two more, or two keys would take it from each other forever. */
  #makesRoom(row: Row, places: Map<string, number>): boolean {
    const own = places.get(row.request.fairnessKey) ?? 0;
    while (!this.#batch.hasRoomFor(row)) {
      const [richest, most] = [...places].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
      if (most < own + 2) return false;
      this.#pauseOneOf(richest);
      places.set(richest, most - 1);
    }
    return true;
  }

  /** Pauses the key's shortest row. */
  #pauseOneOf(key: string): void {
    const { rows, cache } = this.#batch;
    const own = rows.filter(({ request }) => request.fairnessKey === key);
    const [row] = own.sort((a, b) => a.length - b.length);
    if (!row) return;
    row.paused = cache.take(row.slot, row.length);
    this.#batch.remove(row);
    if (!row.isOver) this.#waiting.putBack(key, row);
  }
}

function isReading(row: Row): boolean {
  return row.promptLeft > 0 && !row.isOver && row.paused === null;
}
