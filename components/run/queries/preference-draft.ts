import { type LabelDraft, labelFaults, labelsOf, NO_LABELS } from "#components/run/state/job-labels.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  PAIR_LOSSES,
  PREFERENCE_LOSSES,
  type PreferenceLoss,
} from "#lib/contract/training/preference-config.ts";
import type { createPreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { USUAL_PREFERENCE_BATCH_SIZE, USUAL_PREFERENCE_EPOCHS } from "#lib/contract/training/usual-epochs.ts";
import { type RatedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { type CourseDraft, courseFaults, courseIn, courseOf, USUAL_COURSE } from "./course-draft.ts";

/** A preference job as its form holds it; numbers are what was typed. */
export type PreferenceDraft = LabelDraft &
  CourseDraft & {
    loss: PreferenceLoss;
    beta: string;
    anchor: string;
    gamma: string;
    /** In percent. */
    wrongVotes: string;
    temperature: string;
    epochs: string;
    learningRate: string;
    batchSize: string;
    startStep: number | null;
  };

/** What each loss is for, in a sentence. */
export const LOSS_WORDS: { readonly [L in PreferenceLoss]: { label: string; help: string } } = {
  dpo: {
    label: "DPO, with an anchor",
    help: "The usual choice for pairs: makes the preferred reply more likely than the other, compared with the model as it is now.",
  },
  ipo: {
    label: "IPO",
    help: "Like DPO, but stops at a margin. Use it for few or clear-cut pairs that DPO learns by heart.",
  },
  simpo: {
    label: "SimPO",
    help: "Compares the mean likelihood per token, without a reference. Use it if replies become longer and longer.",
  },
  cpo: {
    label: "CPO",
    help: "DPO without a reference, and with the preferred reply imitated. Takes less time to begin.",
  },
  orpo: {
    label: "ORPO",
    help: "Imitates the preferred reply and lowers the odds of the other. Use it for a model that was not trained on such replies yet.",
  },
  kto: {
    label: "KTO",
    help: "For single replies called good or bad. Each pair counts as one good and one bad reply.",
  },
  rwr: {
    label: "Reward-weighted",
    help: "For replies with rewards: imitates those above the mean of their prompt more than the others.",
  },
};

const BETAS: { readonly [L in PreferenceLoss]: string } = {
  dpo: "0.1",
  ipo: "0.1",
  simpo: "2",
  cpo: "0.1",
  orpo: "0.1",
  kto: "0.1",
  rwr: "",
};
/** Of `simpo` the margin that is aimed at. */
const GAMMAS: { readonly [L in PreferenceLoss]?: string } = { simpo: "1" };
const ANCHORS: { readonly [L in PreferenceLoss]?: string } = { dpo: "1", cpo: "1", orpo: "1" };

export function newPreferenceDraft(model: RatedModel): PreferenceDraft {
  return {
    ...NO_LABELS,
    ...USUAL_COURSE,
    ...usualOf("dpo"),
    wrongVotes: "0",
    temperature: "0.5",
    epochs: String(USUAL_PREFERENCE_EPOCHS),
    learningRate: String(usualLearningRate("preference", model)),
    batchSize: String(USUAL_PREFERENCE_BATCH_SIZE),
    startStep: null,
  };
}

/** A loss with the settings that it is published with. */
export function usualOf(loss: PreferenceLoss): Pick<PreferenceDraft, "loss" | "beta" | "anchor" | "gamma"> {
  return { loss, beta: BETAS[loss], anchor: ANCHORS[loss] ?? "0", gamma: GAMMAS[loss] ?? "0" };
}

/** What a job was given, to be changed and given to another one. */
export function preferenceDraftOf(
  { config, name, tags, note, group, startStep }: TrainingJob,
  model: RatedModel,
): PreferenceDraft {
  const usual = newPreferenceDraft(model);
  const loss = PREFERENCE_LOSSES.find((one) => one === config.loss) ?? "dpo";
  const said = (value: unknown, otherwise: string) => (typeof value === "number" ? String(value) : otherwise);
  const { label_smoothing: smoothing } = config;
  return {
    ...usual,
    ...usualOf(loss),
    ...courseIn(config),
    name: name ?? "",
    tags: tags.join(", "),
    note: note ?? "",
    group: group ?? "",
    beta: said(config.beta, BETAS[loss]),
    anchor: said(config.anchor, ANCHORS[loss] ?? "0"),
    gamma: said(config.gamma, GAMMAS[loss] ?? "0"),
    wrongVotes: typeof smoothing === "number" ? String(Math.round(smoothing * 1000) / 10) : "0",
    temperature: said(config.temperature, usual.temperature),
    epochs: said(config.n_epochs, "1"),
    learningRate: said(config.learning_rate, usual.learningRate),
    batchSize: said(config.batch_size, usual.batchSize),
    startStep,
  };
}

/** Whether a loss reads a setting of the form. */
export function reads(
  loss: PreferenceLoss,
  setting: "beta" | "anchor" | "gamma" | "wrongVotes" | "temperature",
): boolean {
  if (setting === "beta") return loss !== "rwr";
  if (setting === "anchor") return PAIR_LOSSES.includes(loss);
  if (setting === "gamma") return loss === "dpo" || loss === "simpo";
  return setting === "wrongVotes" ? loss === "dpo" : loss === "rwr";
}

export type PreferenceFaults = {
  [K in
    | "beta"
    | "anchor"
    | "gamma"
    | "wrongVotes"
    | "temperature"
    | "epochs"
    | "learningRate"
    | "batchSize"
    | "warmup"
    | "validationEvery"
    | "checkpointEvery"
    | "labels"]?: string;
};

/** What keeps a draft from being sent, by field; empty where nothing does. */
export function preferenceFaults(draft: PreferenceDraft): PreferenceFaults {
  const { loss } = draft;
  const labels = labelFaults(draft);
  const isWithin = (text: string, min: number, max: number) =>
    text.trim() !== "" && Number(text) >= min && Number(text) <= max;
  const isWhole = (text: string, max: number) => Number.isInteger(Number(text)) && isWithin(text, 1, max);
  return {
    ...(reads(loss, "beta") && !isWithin(draft.beta, 1e-6, 1e6) ? { beta: "Enter a number above 0." } : {}),
    ...(reads(loss, "anchor") && !isWithin(draft.anchor, 0, 1e6)
      ? { anchor: "Enter 0 or a number above it." }
      : {}),
    ...(reads(loss, "gamma") && !isWithin(draft.gamma, 0, 1e6)
      ? { gamma: "Enter 0 or a number above it." }
      : {}),
    ...(reads(loss, "wrongVotes") && !isWithin(draft.wrongVotes, 0, 49)
      ? { wrongVotes: "Enter a number from 0 to 49." }
      : {}),
    ...(reads(loss, "temperature") && !isWithin(draft.temperature, 1e-6, 1e6)
      ? { temperature: "Enter a number above 0." }
      : {}),
    ...(isWhole(draft.epochs, 1000) ? {} : { epochs: "Enter a whole number from 1 to 1000." }),
    ...(isWithin(draft.learningRate, 1e-12, 1) ? {} : { learningRate: "Enter a number above 0, at most 1." }),
    ...(isWhole(draft.batchSize, 100_000) ? {} : { batchSize: "Enter a whole number of at least 1." }),
    ...courseFaults(draft),
    ...(labels ? { labels } : {}),
  };
}

export type PreferenceInput = InputOf<typeof createPreferenceTrainingJob>;

/** The job that a draft describes; null while something is missing or wrong. */
export function preferenceInput(
  modelId: string,
  trainingDataUrl: string | null,
  draft: PreferenceDraft,
): PreferenceInput | null {
  if (trainingDataUrl === null || Object.keys(preferenceFaults(draft)).length > 0) return null;
  const { loss, startStep } = draft;
  const smoothing = Number(draft.wrongVotes) / 100;
  return {
    modelId,
    trainingDataUrl,
    config: {
      loss,
      ...(reads(loss, "beta") ? { beta: Number(draft.beta) } : {}),
      ...(reads(loss, "anchor") ? { anchor: Number(draft.anchor) } : {}),
      ...(reads(loss, "gamma") ? { gamma: Number(draft.gamma) } : {}),
      ...(reads(loss, "wrongVotes") && smoothing > 0 ? { labelSmoothing: smoothing } : {}),
      ...(reads(loss, "temperature") ? { temperature: Number(draft.temperature) } : {}),
      nEpochs: Number(draft.epochs),
      learningRate: Number(draft.learningRate),
      batchSize: Number(draft.batchSize),
      ...courseOf(draft),
    },
    ...(draft.validationDataUrl === null ? {} : { validationDataUrl: draft.validationDataUrl }),
    ...(startStep === null ? {} : { startStep }),
    ...labelsOf(draft),
  };
}
