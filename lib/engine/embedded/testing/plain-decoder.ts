import type { DecoderConfig } from "../model/decoder-config.ts";
import { EMBEDDING, FINAL_NORM, HEAD } from "../model/parameters.ts";

/** Parameters as any list of numbers, so that tests may keep them in float64. */
export type PlainParameters = ReadonlyMap<string, { readonly data: ArrayLike<number> }>;

type Vector = Float64Array<ArrayBuffer>;

/**
 * The decoder written out in float64, slowly and without any library: the logits [T][V] that follow each token. It is what the engine's
 * graphs are measured against, so it shares no code with them.
 */
export function plainLogits(
  parameters: PlainParameters,
  config: DecoderConfig,
  tokenIds: readonly number[],
): Vector[] {
  const weight = reader(parameters);
  const embedding = weight(EMBEDDING);
  const { width } = config;
  let hidden = tokenIds.map((id) =>
    Float64Array.from({ length: width }, (_, i) => embedding(id * width + i)),
  );
  for (let layer = 0; layer < config.layers; layer++) {
    const at = (name: string) => weight(`model.layers.${layer}.${name}`);
    const mixed = attention(
      hidden.map((x) => normed(x, at("input_layernorm.weight"), config)),
      config,
      at,
    );
    hidden = hidden.map((x, t) => sum(x, mixed[t]));
    const fed = hidden.map((x) =>
      feedForward(normed(x, at("post_attention_layernorm.weight"), config), config, at),
    );
    hidden = hidden.map((x, t) => sum(x, fed[t]));
  }
  const head = config.hasTiedHead ? embedding : weight(HEAD);
  return hidden.map((x) => product(head, config.vocabSize, normed(x, weight(FINAL_NORM), config)));
}

/** Of token t given those before it, in nats; 0 at position 0. */
export function plainLogprobs(
  parameters: PlainParameters,
  config: DecoderConfig,
  tokenIds: readonly number[],
): Vector {
  const distributions = plainLogits(parameters, config, tokenIds).map(logSoftmax);
  return Float64Array.from(tokenIds, (id, t) => distributions[t - 1]?.[id] ?? 0);
}

/** Of the distribution that token t was drawn from, in nats; 0 at position 0. */
export function plainEntropies(
  parameters: PlainParameters,
  config: DecoderConfig,
  tokenIds: readonly number[],
): Vector {
  const distributions = plainLogits(parameters, config, tokenIds).map(logSoftmax);
  return Float64Array.from(tokenIds, (_, t) => {
    let entropy = 0;
    for (const logprob of distributions[t - 1] ?? []) entropy -= Math.exp(logprob) * logprob;
    return entropy;
  });
}

export function logSoftmax(logits: ArrayLike<number>): Vector {
  const values = Float64Array.from(logits);
  const highest = Math.max(...values);
  let total = 0;
  for (const value of values) total += Math.exp(value - highest);
  return values.map((value) => value - highest - Math.log(total));
}

type Reader = (index: number) => number;

function reader(parameters: PlainParameters): (name: string) => Reader {
  return (name) => {
    const tensor = parameters.get(name);
    if (!tensor)
      throw new Error(`The plain decoder needs ${name}; there are ${[...parameters.keys()].join(", ")}`);
    return (index) => {
      const value = tensor.data[index];
      if (value === undefined) throw new Error(`${name} has no element ${index}`);
      return value;
    };
  };
}

function attention(inputs: Vector[], config: DecoderConfig, at: (name: string) => Reader): Vector[] {
  const { heads, kvHeads, headWidth } = config;
  const projected = (letter: "q" | "k" | "v", count: number): Vector[][] =>
    inputs.map((x, t) => {
      const all = product(at(`self_attn.${letter}_proj.weight`), count * headWidth, x);
      if (config.hasQkvBias) {
        const bias = at(`self_attn.${letter}_proj.bias`);
        for (const i of all.keys()) all[i] = (all[i] ?? 0) + bias(i);
      }
      const split = Array.from({ length: count }, (_, h) => all.slice(h * headWidth, (h + 1) * headWidth));
      if (letter === "v") return split;
      const even = config.hasQkNorm
        ? split.map((head) => normed(head, at(`self_attn.${letter}_norm.weight`), config))
        : split;
      return even.map((head) => turned(head, t, config));
    });
  const queries = projected("q", heads);
  const keys = projected("k", kvHeads);
  const values = projected("v", kvHeads);
  return inputs.map((_, t) => {
    const joined = new Float64Array(heads * headWidth);
    for (let head = 0; head < heads; head++) {
      const group = Math.floor(head / (heads / kvHeads));
      const query = queries[t]?.[head] ?? joined;
      const scores = keys.slice(0, t + 1).map((key) => dot(query, key[group]) / Math.sqrt(headWidth));
      const shares = logSoftmax(scores).map(Math.exp);
      for (const [s, share] of shares.entries())
        for (const [i, value] of (values[s]?.[group] ?? []).entries())
          joined[head * headWidth + i] = (joined[head * headWidth + i] ?? 0) + share * value;
    }
    return product(at("self_attn.o_proj.weight"), config.width, joined);
  });
}

/** RoPE: the pair (i, i + headWidth / 2) of a head is turned by position · frequency. */
function turned(head: Vector, position: number, { rope, headWidth }: DecoderConfig): Vector {
  const half = headWidth / 2;
  const result = new Float64Array(headWidth);
  for (let i = 0; i < half; i++) {
    let frequency = 1 / rope.theta ** ((2 * i) / headWidth);
    if (rope.scaling !== null) {
      const { factor, lowFrequencyFactor, highFrequencyFactor, originalContextLength } = rope.scaling;
      const wavelength = (2 * Math.PI) / frequency;
      if (wavelength > originalContextLength / lowFrequencyFactor) frequency /= factor;
      else if (wavelength >= originalContextLength / highFrequencyFactor) {
        const smooth =
          (originalContextLength / wavelength - lowFrequencyFactor) /
          (highFrequencyFactor - lowFrequencyFactor);
        frequency = ((1 - smooth) * frequency) / factor + smooth * frequency;
      }
    }
    const [first, second] = [head[i] ?? 0, head[i + half] ?? 0];
    result[i] = first * Math.cos(position * frequency) - second * Math.sin(position * frequency);
    result[i + half] = second * Math.cos(position * frequency) + first * Math.sin(position * frequency);
  }
  return result;
}

/** SwiGLU: `down(silu(gate(x)) · up(x))`. */
function feedForward(input: Vector, config: DecoderConfig, at: (name: string) => Reader): Vector {
  const gate = product(at("mlp.gate_proj.weight"), config.ffnWidth, input);
  const up = product(at("mlp.up_proj.weight"), config.ffnWidth, input);
  const gated = gate.map((value, i) => (value / (1 + Math.exp(-value))) * (up[i] ?? 0));
  return product(at("mlp.down_proj.weight"), config.width, gated);
}

/** RMSNorm. */
function normed(input: Vector, scale: Reader, { rmsEpsilon }: DecoderConfig): Vector {
  const root = Math.sqrt(dot(input, input) / input.length + rmsEpsilon);
  return input.map((value, i) => (value / root) * scale(i));
}

/** Matrix [outputs, inputs] times vector. */
function product(matrix: Reader, outputs: number, input: Vector): Vector {
  return Float64Array.from({ length: outputs }, (_, row) => {
    let total = 0;
    for (const [i, value] of input.entries()) total += matrix(row * input.length + i) * value;
    return total;
  });
}

function dot(left: Vector, right: Vector | undefined): number {
  let total = 0;
  for (const [i, value] of left.entries()) total += value * (right?.[i] ?? 0);
  return total;
}

function sum(left: Vector, right: Vector | undefined): Vector {
  return left.map((value, i) => value + (right?.[i] ?? 0));
}
