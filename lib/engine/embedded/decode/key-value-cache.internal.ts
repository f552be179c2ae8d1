import * as ort from "onnxruntime-node";
import { computedHeadWidth } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";

/** The past of one row, taken out of the cache: of each buffer the first `length` positions, head by head. */
export type StoredPast = { readonly length: number; readonly parts: readonly Float32Array[] };

/** Feeds and fetches by which a graph reads and writes some adjacent rows in place. */
export type CacheTensors = {
  readonly feeds: Readonly<Record<string, ort.Tensor>>;
  readonly fetches: Readonly<Record<string, ort.Tensor>>;
};

/**
 * Keys and values of all rows: for each layer two buffers [rows, KV, T, headWidth]. Rows and positions T grow when they are needed; what lies
 * beyond a row's length is never read.
 */
export class KeyValueCache {
  readonly #shape: { readonly layers: number; readonly kvHeads: number; readonly headWidth: number };
  #rows = 0;
  #positions = 0;
  #buffers: Float32Array[] = [];
  /** The view made last: most steps take the same rows as the step before. */
  #view: { readonly first: number; readonly count: number; readonly tensors: CacheTensors } | null = null;

  constructor(config: DecoderConfig) {
    const { layers, kvHeads } = config;
    this.#shape = { layers, kvHeads, headWidth: computedHeadWidth(config) };
  }

  get rows(): number {
    return this.#rows;
  }

  get positions(): number {
    return this.#positions;
  }

  /** Makes the buffers this large; `lengths` says how much of each row there is to keep. */
  resize(rows: number, positions: number, lengths: readonly number[]): void {
    const { layers, kvHeads, headWidth } = this.#shape;
    const from = this.#buffers;
    const fromPositions = this.#positions;
    this.#buffers = Array.from({ length: 2 * layers }, (_, index) => {
      const grown = new Float32Array(rows * kvHeads * positions * headWidth);
      const old = from[index];
      for (const [row, length] of lengths.entries())
        for (let block = row * kvHeads; old && block < (row + 1) * kvHeads; block++) {
          const start = block * fromPositions * headWidth;
          grown.set(old.subarray(start, start + length * headWidth), block * positions * headWidth);
        }
      return grown;
    });
    this.#rows = rows;
    this.#positions = positions;
    this.#view = null;
  }

  /** Frees the memory. */
  clear(): void {
    this.#buffers = [];
    this.#rows = 0;
    this.#positions = 0;
    this.#view = null;
  }

  tensors(first: number, count: number): CacheTensors {
    if (this.#view?.first !== first || this.#view.count !== count)
      this.#view = { first, count, tensors: this.#tensors(first, count) };
    return this.#view.tensors;
  }

  /** Lets two rows change places; the lengths say how much of each there is. */
  swap(a: number, b: number, lengthOfA: number, lengthOfB: number): void {
    const past = this.take(a, lengthOfA);
    this.put(a, this.take(b, lengthOfB));
    this.put(b, past);
  }

  take(row: number, length: number): StoredPast {
    return { length, parts: this.#blocks(row, length).map((block) => block.slice()) };
  }

  put(row: number, past: StoredPast): void {
    for (const [index, block] of this.#blocks(row, past.length).entries())
      block.set(past.parts[index] ?? new Float32Array());
  }

  /** Views of a row's first positions: one for each buffer and head. */
  #blocks(row: number, length: number): Float32Array[] {
    const { kvHeads, headWidth } = this.#shape;
    return this.#buffers.flatMap((buffer) =>
      Array.from({ length: kvHeads }, (_, head) => {
        const start = (row * kvHeads + head) * this.#positions * headWidth;
        return buffer.subarray(start, start + length * headWidth);
      }),
    );
  }

  #tensors(first: number, count: number): CacheTensors {
    const { kvHeads, headWidth } = this.#shape;
    const shape = [count, kvHeads, this.#positions, headWidth];
    const rowSize = kvHeads * this.#positions * headWidth;
    const feeds: Record<string, ort.Tensor> = {};
    const fetches: Record<string, ort.Tensor> = {};
    for (const [index, buffer] of this.#buffers.entries()) {
      const [kind, layer] = [index % 2 === 0 ? "Key" : "Value", index >> 1];
      const view = buffer.subarray(first * rowSize, (first + count) * rowSize);
      const tensor = new ort.Tensor("float32", view, shape);
      feeds[`${kind.toLowerCase()}.${layer}`] = tensor;
      fetches[`next${kind}.${layer}`] = tensor;
    }
    return { feeds, fetches };
  }
}
