import type { Penalties } from "#lib/engine/port/port.ts";

/** The tokens of one prompt and of its completion so far. */
export class TokenCounts {
  /** Those of the prompt came no time in the completion. */
  readonly #counts: Map<number, number>;

  constructor(promptTokenIds: Iterable<number>) {
    this.#counts = new Map(Array.from(promptTokenIds, (id) => [id, 0]));
  }

  add(id: number): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  /** Takes the penalties from the log-probabilities of tokens that came. */
  penalize(logprobs: Float64Array, { presence, frequency, repetition }: Penalties): void {
    for (const [id, count] of this.#counts) {
      const logprob = logprobs[id] ?? Number.NEGATIVE_INFINITY;
      logprobs[id] = logprob * repetition - (count > 0 ? presence + count * frequency : 0);
    }
  }
}
