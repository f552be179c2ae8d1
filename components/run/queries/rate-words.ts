import type { JobKind } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { type RatedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";

const METHODS: { readonly [K in JobKind]: string } = {
  sft: "supervised training",
  preference: "preference training",
  rl: "reinforcement learning",
};
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });

/** `0.001 is usual for supervised training of 2.2M parameters with LoRA.` */
export function usualText(kind: JobKind, model: RatedModel): string {
  return `${usualLearningRate(kind, model)} is ${usualFor(kind, model)}.`;
}

/** `usual for reinforcement learning of 2.2M parameters with LoRA` */
export function usualFor(kind: JobKind, { mode, parameters }: RatedModel): string {
  const size = parameters === null ? "a model of unknown size" : `${SHORT.format(parameters)} parameters`;
  return `usual for ${METHODS[kind]} of ${size} ${mode === "lora" ? "with LoRA" : "in full"}`;
}

/** Why a job has its learning rate, as far as one can know; null where it has one for each batch, or an old job none. */
export function rateNote(
  { kind, config }: Pick<TrainingJob, "kind" | "config">,
  model: RatedModel,
): string | null {
  const rate = config.learning_rate;
  if (typeof rate !== "number") return null;
  return rate === usualLearningRate(kind, model)
    ? usualFor(kind, model)
    : `chosen; ${usualText(kind, model)}`;
}
