import type { LossKind, RlConfig } from "#lib/contract/training/training-config.ts";
import type { PolicyLossSettings } from "#lib/training/losses/policy-loss.ts";
import { scalesAdvantages } from "./scales-advantages.ts";

/** A reinforcement learning config with every default in its place. */
export type RlSettings = {
  readonly learningRate: number;
  readonly loss: PolicyLossSettings;
  readonly scalesAdvantages: boolean;
  readonly advantageBalance: number;
  readonly scalesLearningRateByDeviation: boolean;
  /** The learning rate of a step is multiplied by its number of trajectories to this power. */
  readonly trajectoryPower: number;
  readonly recomputesOldLogprobs: boolean;
  readonly trainsWithoutLogprobs: boolean;
  readonly packLength: number;
};

const DEFAULT_LEARNING_RATE = 5e-6;

export function rlSettings(config: RlConfig, contextLength: number): RlSettings {
  return {
    learningRate: config.learningRate ?? DEFAULT_LEARNING_RATE,
    loss: lossSettings(config),
    scalesAdvantages: scalesAdvantages(config),
    advantageBalance: config.advantageBalance ?? 0,
    scalesLearningRateByDeviation: config.scaleLearningRateByRewardStdDev ?? false,
    trajectoryPower: config.numTrajectoriesLearningRateMultiplierPower ?? 0,
    recomputesOldLogprobs: config.precalculateLogprobs ?? false,
    trainsWithoutLogprobs: config.allowTrainingWithoutLogprobs ?? false,
    packLength: config.packedSequenceLength ?? contextLength,
  };
}

/** How far a ratio may go below and above 1 where nothing is said; above, null is as far as below. */
type ClipDefaults = { readonly low: number; readonly high: number | null };

const CLIP_DEFAULTS = {
  cispo: { low: 1, high: 4 },
  ppo: { low: 0.2, high: null },
  importance_sampling: { low: 0.2, high: null },
} as const satisfies Record<LossKind, ClipDefaults>;

function lossSettings(config: RlConfig): PolicyLossSettings {
  const kind = config.lossFn ?? (config.ppo ? "ppo" : "cispo");
  const defaults: ClipDefaults = CLIP_DEFAULTS[kind];
  const epsilonLow = config.epsilon ?? defaults.low;
  const coefficient = config.klPenaltyCoef ?? 0;
  return {
    kind,
    epsilonLow,
    epsilonHigh: config.epsilonHigh ?? defaults.high ?? epsilonLow,
    level: config.importanceSamplingLevel ?? "token",
    negativeAdvantageCap: config.maxNegativeAdvantageImportanceSamplingWeight ?? null,
    dropsOutsideClip: config.maskProbRatio ?? false,
    truncation: config.truncatedImportanceSampling ?? null,
    kimiTau: config.kimiK2Tau ?? 0,
    kl: coefficient === 0 ? null : { coefficient, source: config.klPenaltySource ?? "sample" },
  };
}
