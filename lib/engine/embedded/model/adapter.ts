import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import type { DecoderConfig } from "./decoder-config.ts";
import {
  type Parameters,
  type Projection,
  projectionName,
  projectionShape,
  type Tensor,
} from "./parameters.ts";

/** A low-rank change of a model: α/rank · B·A is added to each projection that it names. */
export type Adapter = {
  readonly rank: number;
  readonly alpha: number;
  readonly targets: readonly Projection[];
  /** By the projection's name, `model.layers.0.self_attn.q_proj`. */
  readonly pairs: ReadonlyMap<string, AdapterPair>;
};

/** A is [rank, in], B is [out, rank]. */
export type AdapterPair = { readonly a: Tensor; readonly b: Tensor };

export type AdapterSettings = {
  readonly rank: number;
  readonly alpha: number;
  readonly targets: readonly Projection[];
  readonly seed: number;
};

/**
 * An adapter that changes nothing yet: B is zero, and A is drawn as PEFT draws it, uniformly within ±1/√in, which is Kaiming's rule with
 * a = √5. Each pair draws from its own stream, so the same seed gives the same A whatever else is targeted.
 */
export function initialAdapter(config: DecoderConfig, settings: AdapterSettings): Adapter {
  const { rank, alpha, targets, seed } = settings;
  const pairs = new Map<string, AdapterPair>();
  for (const [name, [outputs, inputs]] of adaptedShapes(config, targets)) {
    const random = randomNumbers(seed, `${name}.lora_A`);
    const bound = 1 / Math.sqrt(inputs);
    const a = new Float32Array(rank * inputs);
    for (let i = 0; i < a.length; i++) a[i] = (2 * random() - 1) * bound;
    pairs.set(name, {
      a: { shape: [rank, inputs], data: a },
      b: { shape: [outputs, rank], data: new Float32Array(outputs * rank) },
    });
  }
  return { rank, alpha, targets, pairs };
}

/** The projections of all layers that `targets` name, with their outputs and inputs, layer by layer. */
export function adaptedShapes(
  config: DecoderConfig,
  targets: readonly Projection[],
): Map<string, readonly [out: number, in_: number]> {
  const shapes = new Map<string, readonly [number, number]>();
  for (let layer = 0; layer < config.layers; layer++)
    for (const target of targets) shapes.set(projectionName(layer, target), projectionShape(config, target));
  return shapes;
}

/** The parameters with W + α/rank · B·A in place of each W that the adapter touches; all others are the very arrays given. */
export function mergeAdapter(parameters: Parameters, adapter: Adapter): Parameters {
  const merged = new Map(parameters);
  for (const projection of adapter.pairs.keys()) {
    const name = `${projection}.weight`;
    const weight = parameters.get(name);
    if (!weight) throw new Error(`The adapter changes ${name}, which the model does not have`);
    merged.set(name, mergedWeight(weight, adapter, projection));
  }
  return merged;
}

/** W + α/rank · B·A of one projection; W itself where the adapter does not touch it. */
export function mergedWeight(weight: Tensor, { alpha, rank, pairs }: Adapter, projection: string): Tensor {
  const pair = pairs.get(projection);
  return pair ? { shape: weight.shape, data: addProduct(weight.data, pair, alpha / rank) } : weight;
}

/** W + scale · B·A, each element summed in float64 and rounded once. */
function addProduct(weight: Float32Array, { a, b }: AdapterPair, scale: number): Float32Array {
  const [outputs = 0, rank = 0] = b.shape;
  const inputs = a.shape[1] ?? 0;
  const result = new Float32Array(weight.length);
  const sums = new Float64Array(inputs);
  const rows = paddedRows(a, rank);
  for (let out = 0; out < outputs; out++) {
    sums.set(weight.subarray(out * inputs, (out + 1) * inputs));
    const factors = Array.from({ length: rank }, (_, r) => scale * (b.data[out * rank + r] ?? 0));
    for (let r = 0; r < rank; r += 4) addFour(sums, factors.slice(r, r + 4), rows.slice(r, r + 4));
    result.set(sums, out * inputs);
  }
  return result;
}

/** The rows of A, padded with zeros to a multiple of four. */
function paddedRows(a: Tensor, rank: number): Float64Array[] {
  const inputs = a.shape[1] ?? 0;
  return Array.from({ length: Math.ceil(rank / 4) * 4 }, (_, r) =>
    r < rank ? Float64Array.from(a.data.subarray(r * inputs, (r + 1) * inputs)) : new Float64Array(inputs),
  );
}

/** Four rows at once take a quarter of the time that one after the other takes: the sums are loaded and stored once. */
function addFour(sums: Float64Array, factors: readonly number[], rows: readonly Float64Array[]): void {
  const [f0 = 0, f1 = 0, f2 = 0, f3 = 0] = factors;
  const [r0 = NO_ROW, r1 = NO_ROW, r2 = NO_ROW, r3 = NO_ROW] = rows;
  for (let i = 0; i < sums.length; i++)
    sums[i] = (sums[i] ?? 0) + f0 * (r0[i] ?? 0) + f1 * (r1[i] ?? 0) + f2 * (r2[i] ?? 0) + f3 * (r3[i] ?? 0);
}

const NO_ROW = new Float64Array(0);
