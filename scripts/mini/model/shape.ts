import type { DecoderConfig } from "#lib/engine/embedded/model/decoder-config.ts";

export const VOCAB_SIZE = 1024;
export const CONTEXT_LENGTH = 512;

/** The shape of spindle-mini: a Qwen3 decoder small enough to learn within minutes on two cores. */
export const SHAPE: DecoderConfig = {
  family: "qwen3",
  vocabSize: VOCAB_SIZE,
  width: 192,
  layers: 5,
  heads: 6,
  kvHeads: 3,
  headWidth: 32,
  ffnWidth: 512,
  rmsEpsilon: 1e-6,
  rope: { theta: 10_000, scaling: null },
  hasQkNorm: true,
  hasQkvBias: false,
  hasTiedHead: true,
  contextLength: CONTEXT_LENGTH,
};
