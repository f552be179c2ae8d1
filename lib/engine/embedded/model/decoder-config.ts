/** The shape of a Llama, Qwen2 or Qwen3 decoder. */
export type DecoderConfig = {
  readonly family: "llama" | "qwen2" | "qwen3";
  readonly vocabSize: number;
  /** D, the width of the residual stream. */
  readonly width: number;
  readonly layers: number;
  /** H, the query heads. */
  readonly heads: number;
  /** Key and value heads; H is a multiple of it. */
  readonly kvHeads: number;
  readonly headWidth: number;
  readonly ffnWidth: number;
  readonly rmsEpsilon: number;
  readonly rope: RopeConfig;
  /** RMSNorm over each head's queries and keys before RoPE. */
  readonly hasQkNorm: boolean;
  readonly hasQkvBias: boolean;
  /** The head is the embedding, transposed. */
  readonly hasTiedHead: boolean;
  /** Positions that the model was made for. */
  readonly contextLength: number;
};

export type RopeConfig = {
  readonly theta: number;
  readonly scaling: null | {
    readonly kind: "llama3";
    readonly factor: number;
    readonly lowFrequencyFactor: number;
    readonly highFrequencyFactor: number;
    readonly originalContextLength: number;
  };
};
