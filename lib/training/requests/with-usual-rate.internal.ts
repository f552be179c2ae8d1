import type { JobKind } from "#lib/contract/training/job-states.ts";
import { ratedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import type { OpenModel } from "#lib/models/open-model.ts";

/** The config with the rate that is usual for this kind of job and this model, where it names none. It is written down, so that a later version, which may know better, computes the same. */
export function withUsualRate<Config extends { learningRate?: unknown }>(
  config: Config,
  kind: JobKind,
  model: OpenModel,
): Config {
  return { ...config, learningRate: config.learningRate ?? usualLearningRate(kind, ratedModel(model)) };
}
