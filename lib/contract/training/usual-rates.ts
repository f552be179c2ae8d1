import type { JobKind } from "./job-states.ts";

type TrainingMode = "lora" | "full";
/** A model as the wire and the service have it. */
type Trained = { readonly training: { readonly mode: TrainingMode }; readonly baseParameters: number | null };

/** The numbers of spindle-mini, by which the rates below were measured. */
const MEASURED_PARAMETERS = 2_226_560;

/**
 * Those of rewards are measured by `npm run example:lift -- --rates …`, in docs/benchmarks.md: a third of them needs about three times the
 * steps, and three times as much loses on the way what was learned. Those of examples are measured in decision 0130.
 */
const MEASURED_RATES: { readonly [K in JobKind]: { readonly [M in TrainingMode]: number } } = {
  sft: { lora: 1e-3, full: 3e-4 },
  preference: { lora: 2e-4, full: 5e-5 },
  rl: { lora: 3e-4, full: 5e-5 },
};

/**
 * Larger models take smaller steps. Nobody has measured how much here: with these powers a model of a billion numbers gets the rates that
 * are published for that size, 1e-4 with LoRA and 1e-5 in full for supervised training.
 */
const POWERS: { readonly [M in TrainingMode]: number } = { lora: 1 / 3, full: 1 / 2 };
/** A model whose size nobody knows is one that the built-in engine cannot read, and so probably a large one. */
const UNKNOWN_PARAMETERS = 1e9;

/** What is trained: how, and how many numbers its base model has, null where that is not known. */
export type RatedModel = { readonly mode: TrainingMode; readonly parameters: number | null };

export function ratedModel({ training, baseParameters }: Trained): RatedModel {
  return { mode: training.mode, parameters: baseParameters };
}

/** The learning rate of a job for which nobody names one, with one significant digit. */
export function usualLearningRate(kind: JobKind, { mode, parameters }: RatedModel): number {
  const size = Math.max(parameters ?? UNKNOWN_PARAMETERS, MEASURED_PARAMETERS);
  const share = (MEASURED_PARAMETERS / size) ** POWERS[mode];
  return Number((MEASURED_RATES[kind][mode] * share).toPrecision(1));
}
