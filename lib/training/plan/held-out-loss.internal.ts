import type { Trainer } from "#lib/engine/port/port.ts";
import { crossEntropyLoss } from "#lib/training/losses/cross-entropy.ts";
import type { SftExample } from "./sft-batches.internal.ts";
import { shuffled } from "./shuffled.internal.ts";
import { atTrained } from "./spread-coefficients.internal.ts";

/** So many rows show the loss well enough, and cost as much as a few steps. */
export const MAX_VALIDATION_ROWS = 256;
/** Rows scored at a stretch. */
const AT_A_STRETCH = 32;
/** Of which rows of many are measured; not the job's own, so that jobs with other seeds can be compared. */
const SEED = 3407;

/** Measures the weights on rows that are not trained on, as the training loss is measured. The same rows are taken each time. */
export class HeldOutLoss {
  readonly #examples: readonly SftExample[];

  constructor(examples: readonly SftExample[]) {
    this.#examples =
      examples.length > MAX_VALIDATION_ROWS
        ? shuffled(examples, SEED).slice(0, MAX_VALIDATION_ROWS)
        : examples;
  }

  get rows(): number {
    return this.#examples.length;
  }

  async measure(trainer: Trainer): Promise<number> {
    const tokens: { logprob: number; weight: number }[] = [];
    for (let from = 0; from < this.#examples.length; from += AT_A_STRETCH) {
      const some = this.#examples.slice(from, from + AT_A_STRETCH);
      const scores = await trainer.score(some.map(({ sequence: { tokenIds } }) => ({ tokenIds })));
      for (const [s, { sequence, weight }] of some.entries())
        for (const logprob of atTrained(scores[s]?.logprobs ?? [], sequence))
          tokens.push({ logprob, weight });
    }
    return crossEntropyLoss(tokens);
  }
}

/** Whether the held-out rows are measured after this step: every so many steps, and after the last one. */
export function isMeasured(
  step: number,
  { every, totalSteps }: { every: number | null; totalSteps: number },
): boolean {
  if (every === 0) return false;
  return step === totalSteps || step % (every ?? Math.ceil(totalSteps / 10)) === 0;
}
