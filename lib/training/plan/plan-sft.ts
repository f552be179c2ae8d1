import { setImmediate } from "node:timers/promises";
import type { AdamWSettings, Trainer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { crossEntropyCoefficient, crossEntropyLoss } from "#lib/training/losses/cross-entropy.ts";
import type { RowLoss, TrainingPlan } from "#lib/training/training-plan.ts";
import { renderRow, type SftRow } from "#lib/training/trajectories/render-row.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { HeldOutLoss, isMeasured } from "./held-out-loss.internal.ts";
import { requireFinite } from "./require-finite.internal.ts";
import { samplePrompts } from "./sample-prompts.internal.ts";
import { type SftBatch, SftBatches, type SftExample } from "./sft-batches.internal.ts";
import type { SftSettings } from "./sft-settings.ts";
import { atTrained, spreadCoefficients } from "./spread-coefficients.internal.ts";
import { OF_TRAINED, VitalSigns } from "./vital-signs.internal.ts";

export type PlanSftInput = {
  /** In the order of the file. */
  readonly rows: readonly SftRow[];
  /** Rows to measure by, which are not trained on; empty where there are none. */
  readonly validationRows: readonly SftRow[];
  readonly settings: SftSettings;
  readonly format: ChatFormat;
  /** Longer rows are dropped, and counted in the facts. */
  readonly contextLength: number;
  /** Fires where nobody wants the plan any more; its reason is thrown. */
  readonly signal?: AbortSignal;
};

const ADAMW: Omit<AdamWSettings, "learningRate"> = {
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradNorm: 1,
};

/** Rows tokenised at a stretch, so that heartbeats and other requests get their turn in between. */
const ROWS_AT_A_STRETCH = 25;

/**
 * Imitation of the assistant's replies by mean cross-entropy per batch, in which rows count by their weights, one optimiser step for each batch. Rows that are
 * held out are measured every so many steps. Throws `Rejected` where no row can be learned from: a job that trains on nothing is a mistake its owner wants to
 * hear of.
 */
export async function planSft(input: PlanSftInput): Promise<TrainingPlan> {
  const { settings, contextLength } = input;
  const examples = await examplesOf(input.rows, input);
  const kept = examples.filter((example) => example !== null);
  const totals = {
    num_rows: input.rows.length,
    num_dropped_rows: input.rows.length - kept.length,
    num_tokens: total(kept, ({ sequence }) => sequence.tokenIds.length),
    num_trainable_tokens: total(kept, ({ sequence }) => sequence.positions.length),
  };
  requireSomethingToLearn(totals, contextLength);
  const batches = new SftBatches(examples, settings);
  const heldOut = await heldOutLoss(input);
  const signs = new VitalSigns(
    kept.map(({ sequence }) => sequence),
    OF_TRAINED,
  );
  let rowLosses: readonly RowLoss[] = [];
  const measured = { every: settings.validationEvery, totalSteps: batches.totalSteps };
  return {
    totalSteps: batches.totalSteps,
    facts: { ...totals, ...(heldOut ? { num_validation_rows: heldOut.rows } : {}) },
    samplePrompts: samplePrompts(
      kept.values().map(({ sequence }) => lastPrompt(sequence)),
      contextLength,
    ),
    groups: [],
    keep: heldOut ? settings.keep : "last",
    checkpointEvery: settings.checkpointEvery,
    prepare: (trainer) => signs.begin(trainer),
    step: async (trainer, number) => {
      const { metrics, rows } = await imitate(trainer, batches.of(number), number);
      rowLosses = rows;
      if (!heldOut || !isMeasured(number, measured)) return metrics;
      return requireFinite({ ...metrics, validation_loss: await heldOut.measure(trainer) }, number);
    },
    rowLosses: () => rowLosses,
    requireAlive: (trainer, step) =>
      signs.requireAlive(trainer, { step, learningRate: batches.of(step).learningRate }),
  };
}

/** Null where nothing is held out. Throws `Rejected` where the best step is to be kept and nothing can show which one that is. */
async function heldOutLoss(input: PlanSftInput): Promise<HeldOutLoss | null> {
  const { validationRows, settings, contextLength } = input;
  const examples = (await examplesOf(validationRows, input)).filter((example) => example !== null);
  if (examples.length > 0) return new HeldOutLoss(examples);
  if (settings.keep === "last") return null;
  throw new Rejected(
    `keep is best, but none of the ${validationRows.length} validation rows can be measured: each is longer than the model's context of ${contextLength} tokens or has no assistant text`,
  );
}

async function imitate(
  trainer: Trainer,
  { examples, learningRate }: SftBatch,
  number: number,
): Promise<{ metrics: Record<string, number>; rows: readonly RowLoss[] }> {
  const sequences = examples.map(({ sequence }) => sequence);
  const trained = total(sequences, ({ positions }) => positions.length);
  const allWeights = total(examples, ({ weight, sequence }) => weight * sequence.positions.length);
  const coefficients = examples.map(({ sequence, weight }) =>
    spreadCoefficients(sequence, () => crossEntropyCoefficient(weight, allWeights)),
  );
  const scores = await trainer.gradients(sequences, { kind: "fixed", coefficients });
  const logprobs = sequences.map((sequence, s) => atTrained(scores[s]?.logprobs ?? [], sequence));
  const tokens = examples.flatMap(({ weight }, s) =>
    Array.from(logprobs[s] ?? [], (logprob) => ({ logprob, weight })),
  );
  const loss = crossEntropyLoss(tokens);
  requireFinite({ loss }, number);
  const { gradNorm } = await trainer.optimizerStep({ ...ADAMW, learningRate });
  const metrics = requireFinite(
    {
      loss,
      learning_rate: learningRate,
      grad_norm: gradNorm,
      num_trajectories: sequences.length,
      num_tokens: total(sequences, ({ tokenIds }) => tokenIds.length),
      num_trainable_tokens: trained,
      gradient_step: number,
    },
    number,
  );
  const rows = examples.map(({ position }, s) => ({ position, loss: -meanOf(logprobs[s] ?? []) }));
  return { metrics, rows };
}

function meanOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}

/** Each row as tokens, null where it cannot be learned from. */
async function examplesOf(
  rows: readonly SftRow[],
  { settings, format, contextLength, signal }: PlanSftInput,
): Promise<(SftExample | null)[]> {
  const examples: (SftExample | null)[] = [];
  for (const [position, row] of rows.entries()) {
    if (position % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await setImmediate();
    signal?.throwIfAborted();
    const sequence = renderRow(row, { format, turns: settings.assistantTurns });
    const isUsable = sequence.tokenIds.length <= contextLength && sequence.positions.length > 0;
    examples.push(isUsable ? { position, sequence, weight: row.weight } : null);
  }
  return examples;
}

function requireSomethingToLearn(
  { num_rows, num_trainable_tokens }: { num_rows: number; num_trainable_tokens: number },
  contextLength: number,
): void {
  if (num_trainable_tokens > 0) return;
  throw new Rejected(
    num_rows === 0
      ? "The training data has no rows; send at least one line with messages"
      : `None of the ${num_rows} rows can be trained: each is longer than the model's context of ${contextLength} tokens or has no assistant text`,
  );
}

/** What comes before the last reply of a row. */
function lastPrompt({ tokenIds, positions }: TrainableSequence): readonly number[] {
  let start = positions.length - 1;
  while (start > 0 && positions[start - 1] === (positions[start] ?? 0) - 1) start--;
  return tokenIds.slice(0, positions[start] ?? 0);
}

function total<T>(values: readonly T[], amountIn: (value: T) => number): number {
  return values.reduce((sum, value) => sum + amountIn(value), 0);
}
