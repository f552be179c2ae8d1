import {
  lossOf,
  type PreferenceConfig,
  type PreferenceLoss,
} from "#lib/contract/training/preference-config.ts";
import type { RateSchedule } from "#lib/contract/training/training-config.ts";

/** A config of preference training with every default in its place. */
export type PreferenceSettings = {
  readonly loss: PreferenceLoss;
  readonly beta: number;
  readonly labelSmoothing: number;
  readonly isRobust: boolean;
  readonly gamma: number;
  readonly anchor: number;
  readonly goodWeight: number;
  readonly badWeight: number;
  readonly temperature: number;
  readonly maxWeight: number;
  /** Null is the weights that the job starts from. */
  readonly referenceStep: number | null;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly epochs: number;
  readonly seed: number;
  readonly schedule: RateSchedule;
  readonly warmupRatio: number;
  /** Steps between two measurements on the validation rows; 0 is never, null a tenth of the job. */
  readonly validationEvery: number | null;
  readonly keep: "last" | "best";
  /** Steps between two checkpoints on the way; null leaves none. */
  readonly checkpointEvery: number | null;
};

const DEFAULT_LEARNING_RATE = 5e-5;
const DEFAULT_BATCH_SIZE = 8;
/** As the papers say, or the libraries that most people know. */
const BETAS: { readonly [L in PreferenceLoss]: number } = {
  dpo: 0.1,
  ipo: 0.1,
  simpo: 2,
  cpo: 0.1,
  orpo: 0.1,
  kto: 0.1,
  rwr: 0,
};
const GAMMAS: { readonly [L in PreferenceLoss]?: number } = { simpo: 1 };
/** Of DPO because replies that people preferred become less likely without it; of CPO and ORPO it is part of the loss. */
const ANCHORS: { readonly [L in PreferenceLoss]?: number } = { dpo: 1, cpo: 1, orpo: 1 };
const DEFAULT_TEMPERATURE = 0.5;
const DEFAULT_MAX_WEIGHT = 20;

export function preferenceSettings(config: PreferenceConfig): PreferenceSettings {
  const loss = lossOf(config);
  return {
    loss,
    beta: config.beta ?? BETAS[loss],
    labelSmoothing: config.labelSmoothing ?? 0,
    isRobust: config.robust ?? false,
    gamma: config.gamma ?? GAMMAS[loss] ?? 0,
    anchor: config.anchor ?? ANCHORS[loss] ?? 0,
    goodWeight: config.desirableWeight ?? 1,
    badWeight: config.undesirableWeight ?? 1,
    temperature: config.temperature ?? DEFAULT_TEMPERATURE,
    maxWeight: config.maxWeight ?? DEFAULT_MAX_WEIGHT,
    referenceStep: config.referenceStep ?? null,
    batchSize: config.batchSize ?? DEFAULT_BATCH_SIZE,
    learningRate: config.learningRate ?? DEFAULT_LEARNING_RATE,
    epochs: config.nEpochs ?? 1,
    seed: config.seed ?? 0,
    schedule: config.lrSchedule ?? "constant",
    warmupRatio: config.warmupRatio ?? 0,
    validationEvery: config.validationEvery ?? null,
    keep: config.keep ?? "last",
    checkpointEvery: config.checkpointEvery ?? null,
  };
}
