import type { DecoderConfig } from "#lib/engine/embedded/model/decoder-config.ts";

export type ShapeName = "small" | "large";

/** A decoder and the batch that it is trained with. */
export type Shape = {
  readonly config: DecoderConfig;
  /** B and T. */
  readonly rows: number;
  readonly length: number;
  /** Trained tokens a second on two threads, on the machine that the aims were set on. */
  readonly trainingAim: number;
  /** Of the arithmetic that a plain matrix product of the same runtime does. */
  readonly ratioAim: number;
  /** Tokens a second by streams. */
  readonly decodingAims: ReadonlyMap<number, number>;
};

const VOCAB_SIZE = 1024;

export const SHAPES: { readonly [S in ShapeName]: Shape } = {
  small: {
    config: llama({ layers: 4, heads: 4, width: 128, ffnWidth: 344 }),
    rows: 12,
    length: 64,
    trainingAim: 25_000,
    ratioAim: 0.3,
    decodingAims: new Map([
      [1, 6_000],
      [8, 14_000],
      [32, 17_000],
    ]),
  },
  large: {
    config: llama({ layers: 6, heads: 6, width: 384, ffnWidth: 1024 }),
    rows: 8,
    length: 256,
    trainingAim: 3_500,
    ratioAim: 0.55,
    decodingAims: new Map([
      [1, 750],
      [8, 2_500],
      [32, 4_000],
    ]),
  },
};

type Sizes = Pick<DecoderConfig, "layers" | "heads" | "width" | "ffnWidth">;

/** A Llama of these sizes with as many key heads as query heads and a tied head. */
export function llama(sizes: Sizes, { vocabSize = VOCAB_SIZE, contextLength = 512 } = {}): DecoderConfig {
  return {
    ...sizes,
    family: "llama",
    vocabSize,
    kvHeads: sizes.heads,
    headWidth: sizes.width / sizes.heads,
    rmsEpsilon: 1e-6,
    rope: { theta: 10_000, scaling: null },
    hasQkNorm: false,
    hasQkvBias: false,
    hasTiedHead: true,
    contextLength,
  };
}
