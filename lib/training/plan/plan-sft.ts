import { setImmediate } from "node:timers/promises";
import type { SftConfig } from "#lib/contract/training/training-config.ts";
import type { AdamWSettings, Trainer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { crossEntropyCoefficient, crossEntropyLoss } from "#lib/training/losses/cross-entropy.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import { renderRow, type SftRow } from "#lib/training/trajectories/render-row.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { requireFinite } from "./require-finite.internal.ts";
import { samplePrompts } from "./sample-prompts.internal.ts";
import { atTrained, spreadCoefficients } from "./spread-coefficients.internal.ts";
import { OF_TRAINED, VitalSigns } from "./vital-signs.internal.ts";

export type PlanSftInput = {
  /** In the order of the file. */
  readonly rows: readonly SftRow[];
  readonly config: SftConfig;
  readonly format: ChatFormat;
  /** Longer rows are dropped, and counted in the facts. */
  readonly contextLength: number;
  /** Fires where nobody wants the plan any more; its reason is thrown. */
  readonly signal?: AbortSignal;
};

const DEFAULT_BATCH_SIZE = 2;
const DEFAULT_LEARNING_RATE = 5e-5;
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
 * Imitation of the assistant's replies by mean cross-entropy per batch, in which rows count by their weights, one optimiser step for each batch of rows in file order, without
 * shuffling: callers send one learning rate per batch of their file. Dropping a row therefore moves no other row to another batch.
 * Throws `Rejected` where no row can be learned from: a job that trains on nothing is a mistake its owner wants to hear of.
 */
export async function planSft(input: PlanSftInput): Promise<TrainingPlan> {
  const batches = await batchesOf(input);
  const rows = batches.flatMap(({ sequences }) => sequences);
  const totals = {
    num_rows: input.rows.length,
    num_dropped_rows: input.rows.length - rows.length,
    num_tokens: total(rows, ({ tokenIds }) => tokenIds.length),
    num_trainable_tokens: total(rows, ({ positions }) => positions.length),
  };
  requireSomethingToLearn(totals, input.contextLength);
  const signs = new VitalSigns(rows, OF_TRAINED);
  return {
    totalSteps: batches.length,
    facts: totals,
    samplePrompts: samplePrompts(rows.values().map(lastPrompt), input.contextLength),
    groups: [],
    prepare: (trainer) => signs.begin(trainer),
    step: (trainer, number) => imitate(trainer, batchOf(batches, number), number),
    requireAlive: (trainer, step) =>
      signs.requireAlive(trainer, { step, learningRate: batchOf(batches, step).learningRate }),
  };
}

/** Rows of one step. */
export function batchSizeOf({ batchSize }: SftConfig): number {
  return batchSize === undefined || batchSize === "auto" ? DEFAULT_BATCH_SIZE : batchSize;
}

type Batch = {
  readonly sequences: readonly TrainableSequence[];
  /** Of each sequence. */
  readonly weights: readonly number[];
  readonly learningRate: number;
};

async function imitate(trainer: Trainer, { sequences, weights, learningRate }: Batch, number: number) {
  const trained = total(sequences, ({ positions }) => positions.length);
  const weightOf = (s: number) => weights[s] ?? 1;
  const allWeights = total([...sequences.entries()], ([s, { positions }]) => weightOf(s) * positions.length);
  const coefficients = sequences.map((sequence, s) =>
    spreadCoefficients(sequence, () => crossEntropyCoefficient(weightOf(s), allWeights)),
  );
  const scores = await trainer.gradients(sequences, { kind: "fixed", coefficients });
  const tokens = sequences.flatMap((sequence, s) =>
    Array.from(atTrained(scores[s]?.logprobs ?? [], sequence), (logprob) => ({
      logprob,
      weight: weightOf(s),
    })),
  );
  const loss = crossEntropyLoss(tokens);
  requireFinite({ loss }, number);
  const { gradNorm } = await trainer.optimizerStep({ ...ADAMW, learningRate });
  return requireFinite(
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
}

/** Batches by file order; one whose rows are all dropped takes its learning rate with it. */
async function batchesOf({ rows, config, format, contextLength, signal }: PlanSftInput): Promise<Batch[]> {
  const size = batchSizeOf(config);
  const batches: { sequences: TrainableSequence[]; weights: number[]; learningRate: number }[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await setImmediate();
    signal?.throwIfAborted();
    const turns = config.assistantTurns ?? "all";
    const sequence = renderRow(row, { format, turns });
    const number = Math.floor(index / size);
    batches[number] ??= { sequences: [], weights: [], learningRate: learningRateOf(config, number) };
    if (sequence.tokenIds.length > contextLength || sequence.positions.length === 0) continue;
    batches[number].sequences.push(sequence);
    batches[number].weights.push(row.weight);
  }
  return batches.filter(({ sequences }) => sequences.length > 0);
}

function learningRateOf({ learningRate }: SftConfig, batch: number): number {
  if (!Array.isArray(learningRate)) return learningRate ?? DEFAULT_LEARNING_RATE;
  return learningRate[batch] ?? learningRate.at(-1) ?? DEFAULT_LEARNING_RATE;
}

function batchOf(batches: readonly Batch[], number: number): Batch {
  const batch = batches[number - 1];
  if (!batch) throw new RangeError(`There is no step ${number}; the plan has ${batches.length}`);
  return batch;
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
