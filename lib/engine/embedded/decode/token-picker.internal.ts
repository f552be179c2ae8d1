import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { SamplingSettings, TokenConstraint } from "#lib/engine/port/port.ts";
import { keepMostLikely } from "./keep-most-likely.internal.ts";
import type { TokenCounts } from "./token-counts.internal.ts";
import { uniform } from "./uniform.internal.ts";

/** The next-token distribution of one row: [V] each; `probabilities` are at the row's temperature, without bias, filter or constraint. */
export type Distribution = { readonly logprobs: Float32Array; readonly probabilities: Float32Array };

export type Choice = {
  readonly settings: SamplingSettings;
  /** The number of tokens so far; with the seed it determines the draw. */
  readonly position: number;
  readonly constraint: TokenConstraint | undefined;
  /** What penalties count. */
  readonly came?: TokenCounts | null;
};

/** Draws that may fail the constraint before it is asked about every token. */
const ATTEMPTS = 32;

/**
 * Chooses tokens: penalties, bias, temperature, top-k, top-p, min-p in this order, then a draw by the inverse of the cumulative distribution; at
 * temperature 0 the most likely token. A constraint rejects draws; if it rejects all that the filters keep, the filters are applied to the
 * tokens that it allows.
 */
export class TokenPicker {
  /** Proportional to the probabilities of the tokens that may still be drawn. */
  readonly #weights: Float64Array;
  readonly #scratch: Int32Array;

  constructor(vocabSize: number) {
    this.#weights = new Float64Array(vocabSize);
    this.#scratch = new Int32Array(vocabSize);
  }

  /** Throws `EngineFault` where the distribution is not one, or the constraint allows no token. */
  pick(distribution: Distribution, choice: Choice): number {
    requireNumbers(distribution.logprobs);
    const { settings, constraint } = choice;
    const isAsSampled = settings.logitBias.size === 0 && !settings.penalties && !constraint;
    if (isAsSampled && settings.temperature === 0) return mostLikely(distribution.logprobs);
    if (isAsSampled && !hasFilter(settings)) return drawn(distribution.probabilities, 1, draw(choice, 0));
    this.#weigh(distribution, choice);
    return this.#choose(choice) ?? this.#chooseAmongAllowed(distribution, choice);
  }

  #weigh(distribution: Distribution, choice: Choice): void {
    const { settings } = choice;
    const weights = this.#weights;
    if (settings.logitBias.size > 0 || settings.penalties || settings.temperature === 0) {
      weights.set(distribution.logprobs);
      this.#weighLogits(choice);
    } else weights.set(distribution.probabilities);
    if (hasFilter(settings)) keepMostLikely(weights, settings, this.#scratch);
  }

  /** A token that the filters left and the constraint allows; null where a number of draws found none. */
  #choose(choice: Choice): number | null {
    const { constraint } = choice;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const id = this.#draw(choice, attempt);
      if (id === null || !constraint || constraint.allows(id)) return id;
      this.#weights[id] = 0;
    }
    return null;
  }

  /** Asks the constraint about every token. In logits, because all that is allowed may be too unlikely for a probability. */
  #chooseAmongAllowed({ logprobs }: Distribution, choice: Choice): number {
    const { settings, constraint } = choice;
    const weights = this.#weights;
    weights.fill(Number.NEGATIVE_INFINITY);
    for (const id of constraint?.allowed?.() ?? logprobs.keys())
      if (!constraint || constraint.allowed || constraint.allows(id))
        weights[id] = logprobs[id] ?? Number.NEGATIVE_INFINITY;
    this.#weighLogits(choice);
    if (hasFilter(settings)) keepMostLikely(weights, settings, this.#scratch);
    const id = this.#draw(choice, ATTEMPTS);
    if (id !== null) return id;
    throw new EngineFault(
      `No token of the vocabulary may follow the ${choice.position} tokens that the completion has; the constraint or the bias forbids all`,
    );
  }

  /** From logits in the weights to weights: penalties, bias and temperature are applied, and the highest becomes 1. */
  #weighLogits({ settings, came }: Choice): void {
    const { logitBias, temperature, penalties } = settings;
    const weights = this.#weights;
    if (penalties) came?.penalize(weights, penalties);
    for (const [id, bias] of logitBias) weights[id] = (weights[id] ?? 0) + bias;
    const highest = weights.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    // The order is what greedy choice needs of the weights, and it is the same at any temperature.
    const scale = temperature === 0 ? 1 : 1 / temperature;
    for (const [id, logit] of weights.entries())
      weights[id] = logit === Number.NEGATIVE_INFINITY ? 0 : Math.exp((logit - highest) * scale);
  }

  /** Null where all weights are 0. */
  #draw(choice: Choice, attempt: number): number | null {
    const weights = this.#weights;
    if (choice.settings.temperature === 0) {
      const id = mostLikely(weights);
      return (weights[id] ?? 0) > 0 ? id : null;
    }
    const total = sum(weights);
    return total > 0 ? drawn(weights, total, draw(choice, attempt)) : null;
  }
}

/** LogSoftmax gives NaN for every NaN logit, and for all logits if one is infinite. */
function requireNumbers(logprobs: Float32Array): void {
  if (Number.isNaN(sum(logprobs)))
    throw new EngineFault(
      "The model's logits are not numbers: its weights are damaged or its training diverged",
    );
}

function hasFilter({ temperature, topK, topP, minP }: SamplingSettings): boolean {
  return temperature > 0 && (topK > 0 || topP < 1 || minP > 0);
}

function draw({ settings, position }: Choice, attempt: number): number {
  return uniform(settings.seed, position, attempt);
}

/** The first id whose cumulative weight exceeds the share `u` of all. */
function drawn(weights: Float32Array | Float64Array, total: number, u: number): number {
  const target = u * total;
  let cumulative = 0;
  let last = 0;
  for (let id = 0; id < weights.length; id++) {
    const weight = weights[id] ?? 0;
    if (weight === 0) continue;
    cumulative += weight;
    last = id;
    if (cumulative > target) return id;
  }
  // Rounding left the sum just below the target.
  return last;
}

/** The smallest id of those with the highest value. */
function mostLikely(values: Float32Array | Float64Array): number {
  let best = 0;
  for (let id = 1; id < values.length; id++) if ((values[id] ?? 0) > (values[best] ?? 0)) best = id;
  return best;
}

function sum(values: Float32Array | Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] ?? 0;
  return total;
}
