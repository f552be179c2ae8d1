/**
 * What an engine is. It speaks token ids, never text: chat formatting, losses and schedules stand above it, so that every engine trains
 * and samples the same way. Each adapter passes the suite of `lib/testing/engines/port-guarantees.ts`.
 */
export type Engine = {
  /** What it is called where people choose or see engines. */
  readonly name: string;
  /** What computes its sums, with the version; other ones may round differently. */
  readonly kernels?: string;
  openSampler(policy: PolicyFiles, options?: SamplerOptions): Promise<Sampler>;
  openScorer(policy: PolicyFiles, options?: ScorerOptions): Promise<Scorer>;
  openTrainer(policy: PolicyFiles, options: TrainerOptions): Promise<Trainer>;
};

/** Where the weights of a policy lie: a folder in Hugging Face layout, and a PEFT adapter on top of it where there is one. */
export type PolicyFiles = { readonly modelFolder: string; readonly adapterFolder: string | null };

// ── Sampling ────────────────────────────────────────────────────────────────

export type SamplerOptions = {
  /** Rows decoded together at most; further requests wait their turn. */
  readonly slots?: number;
  /** Requests that may wait; `sample` throws `RateLimited` beyond that. */
  readonly queueDepth?: number;
  readonly threads?: number;
  /** Memory for what is kept of the tokens so far, at most; it bounds how many rows of which length are decoded together, and the context. */
  readonly cacheBytes?: number;
  /** A folder that is not there yet, for files that go again once the sampler is open; without one, among the system's temporary files. */
  readonly scratchFolder?: string;
};

export type Sampler = {
  readonly vocabSize: number;
  /** Tokens that prompt and completion may have together. */
  readonly contextLength: number;
  /** Whether it knows penalties. */
  readonly hasPenalties?: boolean;
  /**
   * Samples one completion. The tokens come in order, the end token among them; the generator's end says no more come.
   * Throws `ContextTooLong` before any compute where the prompt leaves no room for a token.
   */
  sample(request: SampleRequest): AsyncIterable<SampledToken>;
  /** How many rows are decoding and how many requests wait, now. */
  load(): { active: number; waiting: number };
  close(): Promise<void>;
};

export type SampleRequest = {
  readonly promptTokenIds: readonly number[];
  readonly settings: SamplingSettings;
  /** For whom it is: keys have equally many places, however much each of them asks, and requests of one key come in order. */
  readonly fairnessKey: string;
  /** Completions that share it compute their prompt once. */
  readonly promptGroup?: string;
  readonly signal: AbortSignal;
  /** Narrows what may come next, as JSON syntax does. */
  readonly constraint?: TokenConstraint;
};

export type SamplingSettings = {
  readonly maxTokens: number;
  /** 0 is greedy. */
  readonly temperature: number;
  /** 1 keeps all. */
  readonly topP: number;
  /** 0 keeps all. */
  readonly topK: number;
  /** Drops tokens less likely than this share of the most likely one; 0 keeps all. */
  readonly minP: number;
  /** The same seed with the same prompt and weights gives the same tokens, whatever else is decoded beside it. */
  readonly seed: number;
  /** Sampling one of them ends the completion; it is the last token given. */
  readonly stopTokenIds: readonly number[];
  /** Added to the logits before the temperature, by token id. */
  readonly logitBias: ReadonlyMap<number, number>;
  /** How many alternatives to give with each token. */
  readonly topLogprobs: number;
  /** Taken from the logits of tokens that came already, before bias and temperature; a sampler without `hasPenalties` gets none. */
  readonly penalties?: Penalties;
};

export type Penalties = {
  /** Taken once from each token of the completion so far. */
  readonly presence: number;
  /** Taken for each time that it came. */
  readonly frequency: number;
  /** Log-probabilities of tokens of prompt and completion are multiplied by it. */
  readonly repetition: number;
};

/** What may come next, one token at a time. */
export type TokenConstraint = {
  allows(tokenId: number): boolean;
  /** All tokens that it allows, in any order, where it can list them sooner than by being asked for each. */
  allowed?(): readonly number[];
  accept(tokenId: number): void;
};

export type SampledToken = {
  readonly id: number;
  /** Of the model at temperature 1, before any filter or bias: a plain log-softmax, in nats. */
  readonly logprob: number;
  /** The most likely tokens with their log-probabilities, best first. */
  readonly top: readonly (readonly [id: number, logprob: number])[];
};

// ── Scoring ─────────────────────────────────────────────────────────────────

export type ScorerOptions = {
  /** Tokens computed in one run at most, padding included; a longer sequence is a run by itself. */
  readonly tokenBudget?: number;
  readonly threads?: number;
};

/** Says how probable given texts are; it samples and learns nothing. */
export type Scorer = {
  readonly vocabSize: number;
  /** Tokens that a sequence may have. */
  readonly contextLength: number;
  /** The scores of each sequence, in order. Throws `RangeError` before any compute where a sequence is too long or has a token that is none. */
  score(sequences: readonly Sequence[], request?: ScoreRequest): Promise<RankedScores[]>;
  close(): Promise<void>;
};

export type ScoreRequest = {
  /** How many of the most probable tokens to give for each position, with the rank of the actual token; without it, neither is computed. */
  readonly topLogprobs?: number;
  /** Ends the work between two runs. */
  readonly signal?: AbortSignal;
  /** Makes each run when it is its turn; the runs of a long request leave room for others between them. */
  readonly inTurn?: <T>(run: () => Promise<T>) => Promise<T>;
};

export type RankedScores = SequenceScores & {
  /** By position; null where they were not asked for. Position 0 has none. */
  readonly ranking: readonly RankedToken[] | null;
};

export type RankedToken = {
  /** 1 if no token is more probable than the actual one. */
  readonly rank: number;
  readonly top: SampledToken["top"];
};

// ── Training ────────────────────────────────────────────────────────────────

export type TrainerOptions = {
  readonly method: TrainingMethod;
  /** Tokens computed together at most, padding included; more are accumulated piece by piece. */
  readonly tokenBudget?: number;
  readonly threads?: number;
};

export type TrainingMethod =
  | { readonly mode: "full" }
  /** `targets` are module names such as `q_proj`; the adapter adds α/rank · B·A to each. */
  | {
      readonly mode: "lora";
      readonly rank: number;
      readonly alpha: number;
      readonly targets: readonly string[];
    };

/**
 * One model in training. Methods are called one after the other, never together. A method that throws leaves the weights in an unknown
 * state: restore a snapshot.
 */
export type Trainer = {
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly parameterCount: number;
  /** Updates that the weights have seen; restored with a snapshot. */
  readonly updates: number;
  /** What the present weights say of each sequence; no gradient is computed. */
  score(sequences: readonly Sequence[]): Promise<SequenceScores[]>;
  /** What the policy would say with its adapter off; of a model trained in full, what its files say. */
  scoreReference(sequences: readonly Sequence[]): Promise<SequenceScores[]>;
  /**
   * Adds to the gradient −Σ c·∇logp over all tokens of all sequences, c being the loss's coefficients. A `fixed` loss needs one pass;
   * one that depends on the log-probabilities costs a forward pass more. Answers the log-probabilities the gradient was taken at.
   */
  gradients(sequences: readonly Sequence[], loss: TokenLoss): Promise<SequenceScores[]>;
  /**
   * Clips the accumulated gradient to `maxGradNorm`, steps AdamW, clears the gradient. Answers the norm before clipping; one that is not
   * finite means that nothing was updated.
   */
  optimizerStep(settings: AdamWSettings): Promise<{ gradNorm: number }>;
  /** Forgets the optimiser's moments and its step count; the weights stay. */
  resetOptimizer(): void;
  /** Writes weights and optimiser state into a new folder, whole or not at all. */
  snapshot(folder: string): Promise<void>;
  /** Takes a snapshot's state; every later result is the same to the bit as if training had never stopped. */
  restore(folder: string): Promise<void>;
  /** Writes what others load into a new folder: a PEFT adapter, or a Hugging Face model where it is trained in full. */
  exportPolicy(folder: string): Promise<void>;
  /** A sampler of the weights as they are now; it is closed before they change. */
  openSampler(options?: SamplerOptions): Promise<Sampler>;
  close(): Promise<void>;
};

/** A conversation's tokens, attended to by themselves alone. */
export type Sequence = { readonly tokenIds: readonly number[] };

/** By position: of token t given those before it; position 0 has none and is 0. */
export type SequenceScores = {
  readonly logprobs: Float32Array;
  /** Of the whole distribution that token t was drawn from, in nats; null where it was not computed. */
  readonly entropies: Float32Array | null;
};

export type TokenLoss =
  | { readonly kind: "fixed"; readonly coefficients: readonly Float32Array[] }
  | {
      readonly kind: "scored";
      readonly coefficientsOf: (scores: readonly SequenceScores[]) => readonly Float32Array[];
    };

export type AdamWSettings = {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled; applied to matrices alone, never to norms and biases. */
  readonly weightDecay: number;
  readonly maxGradNorm: number;
};
