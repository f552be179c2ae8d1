import type { PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import type { Sequence, SequenceScores, Trainer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { isMeasured } from "#lib/training/plan/held-out-loss.internal.ts";
import { rateShare } from "#lib/training/plan/rate-schedule.ts";
import { requireFinite } from "#lib/training/plan/require-finite.internal.ts";
import { samplePrompts } from "#lib/training/plan/sample-prompts.internal.ts";
import { shuffled } from "#lib/training/plan/shuffled.internal.ts";
import { OF_PROMPTS, type Probe, VitalSigns } from "#lib/training/plan/vital-signs.internal.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { encodePreferences } from "./encode-preferences.ts";
import { HeldOutPreferences } from "./held-out-preferences.internal.ts";
import { mismatchedSequences, type PreferenceExample, trainedSequences } from "./preference-example.ts";
import type { PreferenceRow } from "./preference-row.ts";
import { type PreferenceSettings, preferenceSettings } from "./preference-settings.ts";
import { prefer } from "./preference-step.internal.ts";
import { ReferenceLogprobs } from "./reference-logprobs.internal.ts";

export type PlanPreferenceInput = {
  /** In the order of the file. */
  readonly rows: readonly PreferenceRow[];
  /** Rows to measure by, which are not trained on; empty where there are none. */
  readonly validationRows: readonly PreferenceRow[];
  readonly config: PreferenceConfig;
  readonly format: ChatFormat;
  /** A row of which one side is longer is dropped, and counted in the facts. */
  readonly contextLength: number;
  /** The step of the checkpoint that the job starts from. */
  readonly startStep: number;
  /** What another checkpoint of the model says; needed only where the config names one as its reference. */
  readonly scoreCheckpoint: (
    step: number,
    sequences: readonly Sequence[],
  ) => Promise<readonly SequenceScores[]>;
  /** Fires where nobody wants the plan any more; its reason is thrown. */
  readonly signal?: AbortSignal;
};

/**
 * Learning from what people preferred: one optimiser step for each batch of rows, each row once an epoch, in an order that depends on the seed and the
 * epoch alone. What the reference says is computed once, before the first step. Throws `Rejected` where no row can be learned from.
 */
export async function planPreference(input: PlanPreferenceInput): Promise<TrainingPlan> {
  const settings = preferenceSettings(input.config);
  const { rows, contextLength } = input;
  const { examples, droppedRows } = await encodePreferences(rows, { ...input, loss: settings.loss });
  requireSomethingToLearn(input, examples);
  const heldOut = await encodePreferences(input.validationRows, { ...input, loss: settings.loss });
  const { startStep, scoreCheckpoint } = input;
  const { referenceStep: named } = settings;
  const scoreReference = (trainer: Trainer, sequences: readonly Sequence[]) =>
    named === null || named === startStep ? trainer.score(sequences) : scoreCheckpoint(named, sequences);
  return {
    ...planOfExamples(examples, { settings, contextLength, scoreReference, heldOut: heldOut.examples }),
    facts: {
      num_rows: rows.length,
      num_dropped_rows: droppedRows,
      ...tokensOf(examples),
      ...(heldOut.examples.length > 0 ? { num_validation_rows: heldOut.examples.length } : {}),
    },
  };
}

type Parts = {
  readonly settings: PreferenceSettings;
  readonly contextLength: number;
  readonly scoreReference: (
    trainer: Trainer,
    sequences: readonly Sequence[],
  ) => Promise<readonly SequenceScores[]>;
  /** What the model is measured by. */
  readonly heldOut?: readonly PreferenceExample[];
};

/** The same of what is tokens already. */
export function planOfExamples(
  examples: readonly PreferenceExample[],
  { settings, contextLength, scoreReference, heldOut = [] }: Parts,
): TrainingPlan {
  const order = new EpochOrder(examples, settings);
  const reference = new ReferenceLogprobs(settings);
  const signs = new VitalSigns(examples.values().map(promptOf), OF_PROMPTS);
  const measured = heldOut.length > 0 ? new HeldOutPreferences(heldOut, { settings, reference }) : null;
  const pace = { every: settings.validationEvery, totalSteps: order.steps };
  const rateOf = (number: number) => settings.learningRate * rateShare(number, order.steps, settings);
  return {
    totalSteps: order.steps,
    facts: tokensOf(examples),
    samplePrompts: samplePrompts(examples.values().map(promptTokens), contextLength),
    groups: [],
    keep: measured ? settings.keep : "last",
    checkpointEvery: settings.checkpointEvery,
    prepare: async (trainer) => {
      await signs.begin(trainer);
      const all = [...examples, ...(measured?.examples ?? [])];
      await reference.prepare(all, (sequences) => scoreReference(trainer, sequences));
    },
    step: async (trainer, number) => {
      const learning = { settings, reference, number, learningRate: rateOf(number) };
      const metrics = await prefer(trainer, order.batch(number), learning);
      if (!measured || !isMeasured(number, pace)) return metrics;
      return requireFinite({ ...metrics, ...(await measured.measure(trainer)) }, number);
    },
    requireAlive: (trainer, step) => signs.requireAlive(trainer, { step, learningRate: rateOf(step) }),
  };
}

/** The batches of all epochs; the order of one epoch is kept at a time. */
class EpochOrder {
  readonly steps: number;
  readonly #examples: readonly PreferenceExample[];
  readonly #settings: PreferenceSettings;
  readonly #stepsPerEpoch: number;
  #drawn: { epoch: number; examples: readonly PreferenceExample[] } | null = null;

  constructor(examples: readonly PreferenceExample[], settings: PreferenceSettings) {
    this.#examples = examples;
    this.#settings = settings;
    this.#stepsPerEpoch = Math.ceil(examples.length / settings.batchSize);
    this.steps = this.#stepsPerEpoch * settings.epochs;
  }

  /** Of a step, counted from 1. */
  batch(number: number): readonly PreferenceExample[] {
    if (number < 1 || number > this.steps)
      throw new RangeError(`There is no step ${number}; the plan has ${this.steps}`);
    const epoch = Math.floor((number - 1) / this.#stepsPerEpoch);
    if (this.#drawn?.epoch !== epoch)
      this.#drawn = { epoch, examples: shuffled(this.#examples, this.#settings.seed + epoch) };
    const from = ((number - 1) % this.#stepsPerEpoch) * this.#settings.batchSize;
    return this.#drawn.examples.slice(from, from + this.#settings.batchSize);
  }
}

function requireSomethingToLearn(
  { rows, contextLength }: PlanPreferenceInput,
  examples: readonly PreferenceExample[],
): void {
  if (examples.some(({ weight }) => weight > 0)) return;
  const why =
    examples.length > 0
      ? "has the weight 0"
      : `has a side that is longer than the model's context of ${contextLength} tokens, or that says nothing`;
  throw new Rejected(
    rows.length === 0
      ? "The training data has no rows; send at least one"
      : `None of the ${rows.length} rows can be trained: each ${why}`,
  );
}

function tokensOf(examples: readonly PreferenceExample[]): Record<string, number> {
  const sequences = examples.flatMap(trainedSequences);
  return {
    num_tokens: sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0),
    num_trainable_tokens: sequences.reduce((sum, { positions }) => sum + positions.length, 0),
    num_scored_sequences: examples.flatMap(mismatchedSequences).length,
  };
}

/** All of a prompt but its first token, which nothing comes before. */
function promptOf(example: PreferenceExample): Probe {
  const tokenIds = promptTokens(example);
  return { tokenIds, positions: tokenIds.slice(1).map((_, position) => position + 1) };
}

function promptTokens(example: PreferenceExample): readonly number[] {
  const [first]: (TrainableSequence | undefined)[] = trainedSequences(example);
  return first?.tokenIds.slice(0, first.positions[0] ?? 0) ?? [];
}
