import type { RateSchedule, SftConfig } from "#lib/contract/training/training-config.ts";

/** A config of supervised training with every default in its place. */
export type SftSettings = {
  /** Rows of one step. */
  readonly batchSize: number;
  readonly epochs: number;
  /** Whether each epoch has an order of its own; otherwise it is that of the file. */
  readonly isShuffled: boolean;
  readonly seed: number;
  /** One for all batches, or one for each of them, of which the last one is held. */
  readonly learningRate: number | readonly number[];
  readonly schedule: RateSchedule;
  /** Share of the steps over which the rate rises. */
  readonly warmupRatio: number;
  readonly assistantTurns: "all" | "last";
  /** Steps between two measurements on the validation rows; 0 is never, null a tenth of the job. */
  readonly validationEvery: number | null;
  readonly keep: "last" | "best";
  /** Steps between two checkpoints on the way; null leaves none. */
  readonly checkpointEvery: number | null;
};

const DEFAULT_BATCH_SIZE = 2;
const DEFAULT_LEARNING_RATE = 5e-5;
const DEFAULT_SEED = 3407;

/** Callers who send a file send their own order with it, and perhaps a rate for each of its batches; rows of a dataset stand in the order in which they came about. */
export function sftSettings(config: SftConfig, { isDataset }: { isDataset: boolean }): SftSettings {
  const { batchSize } = config;
  return {
    batchSize: batchSize === undefined || batchSize === "auto" ? DEFAULT_BATCH_SIZE : batchSize,
    epochs: config.nEpochs ?? 1,
    isShuffled: config.shuffle ?? (isDataset && !Array.isArray(config.learningRate)),
    seed: config.seed ?? DEFAULT_SEED,
    learningRate: config.learningRate ?? DEFAULT_LEARNING_RATE,
    schedule: config.lrSchedule ?? "constant",
    warmupRatio: config.warmupRatio ?? 0,
    assistantTurns: config.assistantTurns ?? "all",
    validationEvery: config.validationEvery ?? null,
    keep: config.keep ?? "last",
    checkpointEvery: config.checkpointEvery ?? null,
  };
}
