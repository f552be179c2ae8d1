import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Parameters, parameterShapes, type Tensor } from "../model/parameters.ts";

/** A decoder small enough to write out in float64; every change is one family's trait. */
export function smallConfig(changes: Partial<DecoderConfig> = {}): DecoderConfig {
  return {
    family: "llama",
    vocabSize: 13,
    width: 8,
    layers: 2,
    heads: 4,
    kvHeads: 2,
    headWidth: 4,
    ffnWidth: 12,
    rmsEpsilon: 1e-5,
    rope: { theta: 100, scaling: null },
    hasQkNorm: false,
    hasQkvBias: false,
    hasTiedHead: true,
    contextLength: 512,
    ...changes,
  };
}

/** One config for each trait that the families differ in. */
export const FAMILIES: readonly (readonly [name: string, config: DecoderConfig])[] = [
  ["llama with grouped queries and a tied head", smallConfig()],
  [
    "llama 3 with a stretched context and a head of its own",
    smallConfig({
      kvHeads: 4,
      hasTiedHead: false,
      rope: {
        theta: 100,
        scaling: {
          kind: "llama3",
          factor: 8,
          lowFrequencyFactor: 1,
          highFrequencyFactor: 4,
          originalContextLength: 32,
        },
      },
    }),
  ],
  ["qwen2 with biases and one key head", smallConfig({ family: "qwen2", hasQkvBias: true, kvHeads: 1 })],
  [
    "qwen3 with norms of queries and keys and heads wider than the stream",
    smallConfig({ family: "qwen3", hasQkNorm: true, headWidth: 6 }),
  ],
];

/** Weights large enough that every part of the model matters, norms near 1 and biases not 0. */
export function livelyParameters(config: DecoderConfig, seed: number): Parameters {
  const parameters = new Map<string, Tensor>();
  for (const [name, shape] of parameterShapes(config)) {
    const random = randomNumbers(seed, name);
    const centre = name.endsWith("norm.weight") ? 1 : 0;
    const size = shape.reduce((product, axis) => product * axis, 1);
    const data = Float32Array.from({ length: size }, () => centre + 0.8 * (random() - 0.5));
    parameters.set(name, { shape, data });
  }
  return parameters;
}

/** Token ids that repeat now and then. */
export function someTokens(
  config: DecoderConfig,
  { length, seed }: { length: number; seed: number },
): number[] {
  const random = randomNumbers(seed, "tokens");
  return Array.from({ length }, () => Math.floor(random() * config.vocabSize));
}
