import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { type AdapterSettings, adaptedShapes } from "../model/adapter.ts";
import { bytesPerPosition, hasComputedHeads } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { parameterShapes } from "../model/parameters.ts";
import { memoryOfMachine } from "./memory-of-machine.ts";
import { headPieces, layerBytes } from "./run-size.ts";

// What work takes of a process's memory at its peak, beside what the process has already, estimated by shapes alone. A little too much is
// meant: `scripts/bench-engine/memory.test.ts` compares with what is measured. Pages of mapped files are not counted, since the kernel can take them back.

const FLOAT_BYTES = 4;
/** What the runtime takes for itself. */
const RUNTIME_BYTES = 32 * 2 ** 20;
/** Arrays as wide as the vocabulary that a piece of a run holds at once. */
const WIDE_ARRAYS = 5;
/** Of weights that the graph holds itself: those read, stacked, written into the model, and as the runtime takes and packs them. */
const COPIES_IN_GRAPH = 4.5;
/** Gradients that a run has not yet added to their sums are not worth more than these. */
const LARGE_GRADIENTS = 2;

/** What is trained: all weights, or an adapter. */
export type Trained = "all" | Pick<AdapterSettings, "rank" | "targets">;

/** Rows of one length that are computed together. */
export type RunShape = { readonly rows: number; readonly length: number };

/** Refuses work that needs more than there is, with the numbers, before it takes any. Answers what will be left. */
export async function requireMemory(what: string, neededBytes: number): Promise<number> {
  const machine = await memoryOfMachine();
  if (neededBytes > machine.free) throw new TooLittleMemory(what, neededBytes, machine);
  return machine.free - neededBytes;
}

export function weightBytes(config: DecoderConfig): number {
  let numbers = 0;
  for (const shape of parameterShapes(config).values()) numbers += sizeOf(shape);
  return numbers * FLOAT_BYTES;
}

/** Weights, their gradients and moments, and under an adapter the base. */
export function stateBytes(config: DecoderConfig, trained: Trained): number {
  const base = weightBytes(config);
  // The weights, two moments, the gradient, and where it is small a second one to be added.
  if (trained === "all") return RUNTIME_BYTES + (base > SMALL_GRADIENTS ? 4 : 5) * base;
  return RUNTIME_BYTES + base + 5 * adapterBytes(config, trained);
}

/** What a run of a trainer takes beside its state. */
export function runBytes(config: DecoderConfig, trained: Trained, { rows, length }: RunShape): number {
  const { layers, heads, vocabSize, width } = config;
  const tokens = rows * length;
  const shares = (layers + LARGE_GRADIENTS) * rows * heads * length ** 2 * FLOAT_BYTES;
  const wide = tokens * vocabSize * FLOAT_BYTES;
  const head = (WIDE_ARRAYS * wide) / headPieces(config, tokens);
  // All weights: the gradient of the logits is put together from its pieces, and later as wide an array says which token is which.
  const ofAll = trained === "all" ? 2 * wide + LARGE_GRADIENTS * vocabSize * width * FLOAT_BYTES : 0;
  return tokens * layerBytes(config) + shares + head + ofAll;
}

/** A sampler of files, with a cache of so many bytes. */
export function samplingBytes(config: DecoderConfig, cacheBytes: number): number {
  const copies = hasComputedHeads(config) ? 1 : COPIES_IN_GRAPH;
  return RUNTIME_BYTES + copies * weightBytes(config) + cacheBytes;
}

/** The least cache that a sampler is of use with: one row of its whole context, or of a usual one. */
export function leastCacheBytes(config: DecoderConfig): number {
  return Math.min(config.contextLength, USUAL_POSITIONS) * bytesPerPosition(config);
}

/** A scorer, which has its weights in memory, with runs of so many tokens. */
export function scoringBytes(config: DecoderConfig, tokens: number): number {
  const wide = WIDE_ARRAYS * tokens * config.vocabSize * FLOAT_BYTES;
  return RUNTIME_BYTES + weightBytes(config) + wide + (tokens * layerBytes(config)) / config.layers;
}

const USUAL_POSITIONS = 1024;
/** Beyond it there is one gradient; see `addsInRun`. */
const SMALL_GRADIENTS = 2 ** 26;

function adapterBytes(config: DecoderConfig, { rank, targets }: Exclude<Trained, "all">): number {
  let numbers = 0;
  for (const [outputs, inputs] of adaptedShapes(config, targets).values())
    numbers += rank * (outputs + inputs);
  return numbers * FLOAT_BYTES;
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1);
}
