import { bytesPerPosition } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { KeyValueCache } from "./key-value-cache.internal.ts";
import type { Row } from "./row.internal.ts";

/** Positions of the first buffers; they double as rows get longer. */
const FIRST_POSITIONS = 256;

/**
 * The rows with a place in the cache. Decoding rows come first, so that one view of the cache covers them all; then come rows whose prompt
 * is incomplete, and rows whose reader has stalled.
 */
export class Batch {
  readonly cache: KeyValueCache;
  readonly rows: Row[] = [];
  /** How many of the rows, from the first on, are decoded. */
  decoding = 0;
  readonly #slots: number;
  /** Positions that all rows may have together. */
  readonly #cachePositions: number;

  constructor(config: DecoderConfig, { slots, cacheBytes }: { slots: number; cacheBytes: number }) {
    this.cache = new KeyValueCache(config);
    this.#slots = slots;
    this.#cachePositions = Math.floor(cacheBytes / bytesPerPosition(config));
  }

  /** Whether there is a place and memory for a row, should all rows become as long as they may. */
  hasRoomFor(row: Row): boolean {
    const rows = this.rows.length + 1;
    return rows <= this.#slots && rows * this.#longest([...this.rows, row]) <= this.#cachePositions;
  }

  /** Gives a row a place; `waiting` says how many more are to come, which saves making room for each. */
  add(row: Row, waiting: number): void {
    row.slot = this.rows.length;
    this.rows.push(row);
    this.reserve(Math.max(row.request.promptTokenIds.length, row.paused?.length ?? 0), waiting);
  }

  /** Sees to it that every row has a place and that the longest may have this many tokens. */
  reserve(length: number, waiting = 0): void {
    const { cache, rows } = this;
    if (rows.length <= cache.rows && length <= cache.positions) return;
    const lengths = rows.map((row) => row.length);
    const positions = Math.min(this.#longest(rows), doubledTo(Math.max(length, ...lengths), FIRST_POSITIONS));
    const affordable = Math.floor(this.#cachePositions / positions);
    const places = Math.min(this.#slots, affordable, doubledTo(rows.length + waiting, 1));
    cache.resize(Math.max(rows.length, places), positions, lengths);
  }

  isDecoding(row: Row): boolean {
    return row.slot < this.decoding;
  }

  startDecoding(row: Row): void {
    this.#swap(row.slot, this.decoding);
    this.decoding += 1;
  }

  stopDecoding(row: Row): void {
    this.decoding -= 1;
    this.#swap(row.slot, this.decoding);
  }

  remove(row: Row): void {
    row.length = 0;
    if (this.isDecoding(row)) this.stopDecoding(row);
    this.#swap(row.slot, this.rows.length - 1);
    this.rows.pop();
    if (this.rows.length === 0) this.cache.clear();
  }

  #swap(a: number, b: number): void {
    const [rowA, rowB] = [this.rows[a], this.rows[b]];
    if (!rowA || !rowB || a === b) return;
    this.cache.swap(a, b, rowA.length, rowB.length);
    this.rows[a] = rowB;
    this.rows[b] = rowA;
    rowB.slot = a;
    rowA.slot = b;
  }

  #longest(rows: readonly Row[]): number {
    return rows.reduce((longest, row) => Math.max(longest, row.limit), 0);
  }
}

function doubledTo(least: number, start: number): number {
  let size = start;
  while (size < least) size *= 2;
  return size;
}
