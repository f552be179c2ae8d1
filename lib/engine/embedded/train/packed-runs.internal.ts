import * as ort from "onnxruntime-node";
import type { Session, Tensors } from "#lib/engine/embedded/runtime/session.ts";
import type { Sequence, SequenceScores } from "#lib/engine/port/port.ts";
import { requireSequences } from "#lib/engine/port/require-fitting.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters } from "../model/parameters.ts";
import { ropeTables } from "../model/rope-tables.ts";
import { packRows, type RowBatch } from "./pack-rows.ts";

/**
 * Sequences laid into rows, as graphs take them. The last token of a sequence predicts nothing and is left out; token t of a sequence lies
 * where the distribution of token t + 1 comes from.
 */
export type PackedBatch = {
  readonly shape: readonly [rows: number, length: number];
  /** Without weights. */
  readonly feeds: Tensors;
  readonly places: readonly Place[];
};

/** The scores of tokens 1 … length of a sequence begin at `index` of a batch. */
type Place = { readonly sequence: number; readonly index: number; readonly length: number };

/** Packs sequences for a model; throws `RangeError` for one that it cannot take. */
export class Packer {
  readonly #config: DecoderConfig;
  readonly #tokenBudget: number;
  readonly #rotations = new Map<number, Tensors>();

  constructor(config: DecoderConfig, tokenBudget: number) {
    this.#config = config;
    this.#tokenBudget = tokenBudget;
  }

  pack(sequences: readonly Sequence[]): PackedBatch[] {
    requireSequences(sequences, this.#config);
    const lengths = sequences.map(({ tokenIds }) => Math.max(0, tokenIds.length - 1));
    return packRows(lengths, this.#tokenBudget).map((batch) => this.#lay(batch, sequences));
  }

  #lay({ length, rows }: RowBatch, sequences: readonly Sequence[]): PackedBatch {
    const size = rows.length * length;
    const ids = new Int32Array(size);
    const targets = new Int32Array(size);
    // Padding sees the tokens before it, which does not matter: none sees padding, and its coefficients are 0.
    const starts = new Int32Array(size);
    const places: Place[] = [];
    for (const [row, placements] of rows.entries())
      for (const placement of placements) {
        const tokens = sequences[placement.sequence]?.tokenIds ?? [];
        const index = row * length + placement.start;
        ids.set(tokens.slice(0, -1), index);
        targets.set(tokens.slice(1), index);
        starts.fill(placement.start, index, index + placement.length);
        places.push({ sequence: placement.sequence, index, length: placement.length });
      }
    const shape = [rows.length, length] as const;
    const rowsOf = (data: Int32Array) => new ort.Tensor("int32", data, shape);
    const feeds = {
      ids: rowsOf(ids),
      targets: rowsOf(targets),
      starts: rowsOf(starts),
      ...this.#rotation(length),
    };
    return { shape, feeds, places };
  }

  #rotation(length: number): Tensors {
    const known = this.#rotations.get(length);
    if (known) return known;
    const { cos, sin } = ropeTables(this.#config, length);
    const shape = [length, this.#config.headWidth / 2];
    const made = { cos: new ort.Tensor("float32", cos, shape), sin: new ort.Tensor("float32", sin, shape) };
    this.#rotations.set(length, made);
    return made;
  }
}

/** Scores of sequences under some weights; `weights` are fed as they are. */
export async function scoreBatches(
  session: Session,
  weights: Tensors,
  { batches, sequences }: { batches: readonly PackedBatch[]; sequences: readonly Sequence[] },
): Promise<SequenceScores[]> {
  const scores = { logprobs: sequences.map(emptyScores), entropies: sequences.map(emptyScores) };
  for (const batch of batches) await scoreBatch(session, weights, { batch, scores });
  return scores.logprobs.map((logprobs, sequence) => ({
    logprobs,
    entropies: scores.entropies[sequence] ?? null,
  }));
}

/** Of all sequences. */
export type Scores = {
  readonly logprobs: readonly Float32Array[];
  readonly entropies: readonly Float32Array[];
};
type Scored = { readonly batch: PackedBatch; readonly scores: Scores };

/** Runs one batch and writes its scores; `others` are further fetches of the graph. */
export async function scoreBatch(
  session: Session,
  weights: Tensors,
  { batch, scores }: Scored,
  others: Tensors = {},
): Promise<void> {
  const found = { logprobs: columnFor(batch), entropies: columnFor(batch) };
  await session.run(
    { ...weights, ...batch.feeds },
    { logprobs: found.logprobs.tensor, entropies: found.entropies.tensor, ...others },
  );
  spread(batch, found.logprobs.data, scores.logprobs);
  spread(batch, found.entropies.data, scores.entropies);
}

/** Runs the gradient of one batch into `gradients` and writes its log-probabilities into `logprobs`. */
export async function runGradients(
  session: Session,
  { weights, gradients }: { weights: Tensors; gradients: Tensors },
  { batch, coefficients, logprobs }: GradientBatch,
): Promise<void> {
  const found = columnFor(batch);
  const weighted = columnFor(batch);
  gather(batch, coefficients, weighted.data);
  await session.run(
    { ...weights, ...batch.feeds, coefficients: weighted.tensor },
    { ...gradients, logprobs: found.tensor },
  );
  spread(batch, found.data, logprobs);
}

export type GradientBatch = {
  readonly batch: PackedBatch;
  /** Of all sequences. */
  readonly coefficients: readonly Float32Array[];
  readonly logprobs: readonly Float32Array[];
};

/** Tensors as the runtime takes them, over the same memory. */
export function feedsOf(tensors: Parameters, nameOf: (name: string) => string = (name) => name): Tensors {
  return Object.fromEntries(
    [...tensors].map(([name, { shape, data }]) => [nameOf(name), new ort.Tensor("float32", data, shape)]),
  );
}

export function emptyScores({ tokenIds }: Sequence): Float32Array {
  return new Float32Array(tokenIds.length);
}

function columnFor({ shape: [rows, length] }: PackedBatch): { data: Float32Array; tensor: ort.Tensor } {
  const data = new Float32Array(rows * length);
  return { data, tensor: new ort.Tensor("float32", data, [rows * length, 1]) };
}

/** From a batch to its sequences, one token on. */
function spread(batch: PackedBatch, packed: Float32Array, sequences: readonly Float32Array[]): void {
  for (const { sequence, index, length } of batch.places)
    sequences[sequence]?.set(packed.subarray(index, index + length), 1);
}

/** From sequences into their batch, one token back; padding stays 0. */
function gather(batch: PackedBatch, sequences: readonly Float32Array[], packed: Float32Array): void {
  for (const { sequence, index, length } of batch.places) {
    const values = sequences[sequence];
    if (values) packed.set(values.subarray(1, 1 + length), index);
  }
}
