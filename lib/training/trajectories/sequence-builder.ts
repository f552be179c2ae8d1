/** A conversation's tokens, and which of them are trained. */
export type TrainableSequence = {
  readonly tokenIds: readonly number[];
  /** Of the trained tokens, ascending and never 0: the first token has nothing before it that could predict it. */
  readonly positions: readonly number[];
  /** By trained token, of the policy that sampled it; NaN where it is not known. */
  readonly oldLogprobs: readonly number[];
};

/** Puts a conversation together piece by piece. */
export class SequenceBuilder {
  readonly tokenIds: number[] = [];
  readonly #positions: number[] = [];
  readonly #oldLogprobs: number[] = [];

  addContext(tokenIds: readonly number[]): void {
    for (const id of tokenIds) this.tokenIds.push(id);
  }

  /** Trained tokens; `oldLogprobs` null where none is known. */
  addTrained(tokenIds: readonly number[], oldLogprobs: readonly number[] | null): void {
    for (const [i, id] of tokenIds.entries()) {
      if (this.tokenIds.length > 0) {
        this.#positions.push(this.tokenIds.length);
        this.#oldLogprobs.push(oldLogprobs?.[i] ?? Number.NaN);
      }
      this.tokenIds.push(id);
    }
  }

  isPrefixOf(tokenIds: readonly number[]): boolean {
    return this.tokenIds.length <= tokenIds.length && this.tokenIds.every((id, i) => id === tokenIds[i]);
  }

  build(): TrainableSequence {
    return { tokenIds: this.tokenIds, positions: this.#positions, oldLogprobs: this.#oldLogprobs };
  }
}
