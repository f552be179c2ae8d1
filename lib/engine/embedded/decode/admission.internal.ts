import type { Batch } from "./batch.internal.ts";
import { PromptStore } from "./prompt-store.internal.ts";
import type { Row } from "./row.internal.ts";

/** First come, first served within a key; of keys that rank alike each has its turn. */
class FairQueue<T> {
  /** Each key's items, oldest first; the key whose turn it is comes first. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: string, item: T): void {
    this.#lineOf(key).push(item);
    this.#size += 1;
  }

  /** Before the others of its key. */
  putBack(key: string, item: T): void {
    this.#lineOf(key).unshift(item);
    this.#size += 1;
  }

  /** Whose turn it is; null when nobody is to have one. */
  peek(rank: Rank): T | null {
    let next: T | null = null;
    let lowest = Number.POSITIVE_INFINITY;
    for (const [key, [item]] of this.#lines) {
      const own = rank(key);
      if (item === undefined || own === null || own >= lowest) continue;
      next = item;
      lowest = own;
    }
    return next;
  }

  /** Takes a key's first item, and moves the key to the end of the order. */
  take(key: string): void {
    const line = this.#lines.get(key) ?? [];
    if (line.shift() !== undefined) this.#size -= 1;
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
  }

  remove(key: string, item: T): void {
    const line = this.#lines.get(key) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#size -= 1;
  }

  /** Takes everything. */
  empty(): T[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return items;
  }

  #lineOf(key: string): T[] {
    const line = this.#lines.get(key) ?? [];
    this.#lines.set(key, line);
    return line;
  }
}

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

/** Which keys go first: those of the lowest rank; those of none are passed over. */
type Rank = (key: string) => number | null;
