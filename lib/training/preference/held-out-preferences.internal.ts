import type { Trainer } from "#lib/engine/port/port.ts";
import { MAX_VALIDATION_ROWS } from "#lib/training/plan/held-out-loss.internal.ts";
import { shuffled } from "#lib/training/plan/shuffled.internal.ts";
import { batchLoss } from "./batch-loss.internal.ts";
import { mismatchedSequences, type PreferenceExample, trainedSequences } from "./preference-example.ts";
import type { PreferenceSettings } from "./preference-settings.ts";
import { scoredLogprobs } from "./preference-step.internal.ts";
import type { ReferenceLogprobs } from "./reference-logprobs.internal.ts";

/** Of which of many rows are measured; not the job's own, so that jobs with other seeds can be compared. */
const SEED = 3407;

const NAMES: Readonly<Record<string, string>> = {
  loss: "validation_loss",
  preference_accuracy: "validation_accuracy",
  reward_margin: "validation_margin",
  chosen_logprob: "validation_chosen_logprob",
};

/** Measures the weights on rows that are not trained on, as one batch with the loss of training. The same rows are taken each time. */
export class HeldOutPreferences {
  readonly examples: readonly PreferenceExample[];
  readonly #known: { settings: PreferenceSettings; reference: ReferenceLogprobs };

  constructor(
    examples: readonly PreferenceExample[],
    known: { settings: PreferenceSettings; reference: ReferenceLogprobs },
  ) {
    this.examples =
      examples.length > MAX_VALIDATION_ROWS
        ? shuffled(examples, SEED).slice(0, MAX_VALIDATION_ROWS)
        : examples;
    this.#known = known;
  }

  async measure(trainer: Trainer): Promise<Record<string, number>> {
    const { settings, reference } = this.#known;
    const sequences = this.examples.flatMap((one) => [...trainedSequences(one), ...mismatchedSequences(one)]);
    const present = await scoredLogprobs(trainer, sequences);
    const { metrics } = batchLoss(
      this.examples,
      (sequence) => ({
        logprob: present.get(sequence) ?? Number.NaN,
        referenceLogprob: reference.of(sequence),
        tokens: sequence.positions.length,
      }),
      settings,
    );
    return Object.fromEntries(
      Object.entries(NAMES).flatMap(([name, measured]) => {
        const value = metrics[name];
        return value === undefined ? [] : [[measured, value]];
      }),
    );
  }
}
