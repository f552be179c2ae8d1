import { REFERENCED_LOSSES } from "#lib/contract/training/preference-config.ts";
import type { Sequence, SequenceScores } from "#lib/engine/port/port.ts";
import { atTrained } from "#lib/training/plan/spread-coefficients.internal.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { mismatchedSequences, type PreferenceExample, trainedSequences } from "./preference-example.ts";
import type { PreferenceSettings } from "./preference-settings.ts";

/** Sequences scored at a stretch. */
const AT_A_STRETCH = 64;

/** What the reference says of each reply, computed once: the sum of its tokens' log-probabilities. Nothing is computed for losses that read none. */
export class ReferenceLogprobs {
  readonly #isNeeded: boolean;
  readonly #known = new Map<TrainableSequence, number>();

  constructor({ loss }: Pick<PreferenceSettings, "loss">) {
    this.#isNeeded = REFERENCED_LOSSES.includes(loss);
  }

  async prepare(
    examples: readonly PreferenceExample[],
    score: (sequences: readonly Sequence[]) => Promise<readonly SequenceScores[]>,
  ): Promise<void> {
    if (!this.#isNeeded) return;
    const sequences = examples.flatMap((example) => [
      ...trainedSequences(example),
      ...mismatchedSequences(example),
    ]);
    for (let from = 0; from < sequences.length; from += AT_A_STRETCH) {
      const some = sequences.slice(from, from + AT_A_STRETCH);
      const scores = await score(some.map(({ tokenIds }) => ({ tokenIds })));
      for (const [s, sequence] of some.entries()) this.#known.set(sequence, logprobOf(sequence, scores[s]));
    }
  }

  /** NaN where no loss asks for it. */
  of(sequence: TrainableSequence): number {
    return this.#known.get(sequence) ?? Number.NaN;
  }
}

/** Of the trained tokens together. */
export function logprobOf(sequence: TrainableSequence, scores: SequenceScores | undefined): number {
  return atTrained(scores?.logprobs ?? [], sequence).reduce((sum, logprob) => sum + logprob, 0);
}
