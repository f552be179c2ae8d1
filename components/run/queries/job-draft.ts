import { type LabelDraft, labelFaults, labelsOf, NO_LABELS } from "#components/run/state/job-labels.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { createSftTrainingJob, TrainingJob } from "#lib/contract/training/training.ts";
import { MAX_EPOCHS } from "#lib/contract/training/training-config.ts";
import { USUAL_BATCH_SIZE } from "#lib/contract/training/usual-epochs.ts";
import { type RatedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { type CourseDraft, courseFaults, courseIn, courseOf, isWhole, USUAL_COURSE } from "./course-draft.ts";

/** A supervised job as its form holds it; numbers are kept as typed, and several of them, separated by commas, make several jobs. */
export type JobDraft = LabelDraft &
  CourseDraft & {
    learningRate: string;
    batchSize: string;
    assistantTurns: "all" | "last";
    /** Step of the checkpoint to start from; null is the newest one. Jobs that are compared start from the base model. */
    startStep: number | null;
    epochs: string;
    /** Usual is that of the kind of data. */
    order: "usual" | "shuffled" | "kept";
  };

const USUAL_ROWS = { epochs: "1", order: "usual" } as const satisfies Partial<JobDraft>;

/** Jobs that one form starts at most; one trainer works on them one by one. */
export const MAX_JOBS = 24;

export function usualRate(model: RatedModel): string {
  return String(usualLearningRate("sft", model));
}

export function newDraft(model: RatedModel): JobDraft {
  return {
    ...NO_LABELS,
    learningRate: usualRate(model),
    batchSize: String(USUAL_BATCH_SIZE),
    assistantTurns: "all",
    startStep: null,
    ...USUAL_ROWS,
    ...USUAL_COURSE,
  };
}

/** What a job was given, to be changed and given to another one. */
export function draftOfJob(
  { config, name, tags, note, group, startStep }: TrainingJob,
  model: RatedModel,
): JobDraft {
  const { learning_rate: rate, batch_size: size, assistant_turns: turns } = config;
  return {
    name: name ?? "",
    tags: tags.join(", "),
    note: note ?? "",
    group: group ?? "",
    // Of a rate for each batch the first one stands for all.
    learningRate: String((Array.isArray(rate) ? rate[0] : rate) ?? usualRate(model)),
    batchSize: String(typeof size === "number" ? size : USUAL_BATCH_SIZE),
    assistantTurns: turns === "last" ? "last" : "all",
    startStep,
    ...rowsIn(config),
    ...courseIn(config),
  };
}

function rowsIn({ n_epochs: epochs, shuffle }: TrainingJob["config"]): Pick<JobDraft, "epochs" | "order"> {
  const order = shuffle ? "shuffled" : "kept";
  return {
    epochs: typeof epochs === "number" ? String(epochs) : USUAL_ROWS.epochs,
    order: typeof shuffle === "boolean" ? order : "usual",
  };
}

type Faults = {
  learningRate?: string;
  batchSize?: string;
  epochs?: string;
  warmup?: string;
  validationEvery?: string;
  checkpointEvery?: string;
  labels?: string;
};

/** What keeps a draft from being sent, by field; empty where nothing does. */
export function jobDraftFaults(draft: JobDraft): Faults {
  const { learningRates, batchSizes } = gridOf(draft);
  const labels = labelFaults(draft);
  const count = learningRates.length * batchSizes.length;
  return {
    ...(learningRates.length > 0 && learningRates.every((rate) => rate > 0 && rate <= 1)
      ? {}
      : { learningRate: "Enter a number above 0, at most 1." }),
    ...(batchSizes.length > 0 && batchSizes.every(isBatchSize)
      ? {}
      : { batchSize: "Enter a whole number of at least 1." }),
    ...(count > MAX_JOBS
      ? { learningRate: `That makes ${count} jobs; at most ${MAX_JOBS} can start at once.` }
      : {}),
    ...(isWhole(draft.epochs, { min: 1, max: MAX_EPOCHS })
      ? {}
      : { epochs: `Enter a whole number from 1 to ${MAX_EPOCHS}.` }),
    ...courseFaults(draft),
    ...(labels ? { labels } : {}),
  };
}

function isBatchSize(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= 100_000;
}

type Point = { learningRate: number; batchSize: number };

/** Every pair of the values that were typed, each value once. */
export function pointsOf(draft: JobDraft): Point[] {
  const { learningRates, batchSizes } = gridOf(draft);
  return learningRates.flatMap((learningRate) =>
    batchSizes.map((batchSize) => ({ learningRate, batchSize })),
  );
}

function gridOf({ learningRate, batchSize }: JobDraft) {
  return { learningRates: numbersIn(learningRate), batchSizes: numbersIn(batchSize) };
}

function numbersIn(text: string): number[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  return [...new Set(parts.map(Number))];
}

export type JobInput = InputOf<typeof createSftTrainingJob>;

/** The jobs that a draft describes, one for each pair of values; none while something is missing or wrong. */
export function jobInputs(modelId: string, trainingDataUrl: string | null, draft: JobDraft): JobInput[] {
  if (trainingDataUrl === null || Object.keys(jobDraftFaults(draft)).length > 0) return [];
  const { assistantTurns, startStep } = draft;
  const points = pointsOf(draft);
  return points.map((point) => ({
    modelId,
    trainingDataUrl,
    ...(draft.validationDataUrl === null ? {} : { validationDataUrl: draft.validationDataUrl }),
    config: { ...point, assistantTurns, ...rowsOf(draft), ...courseOf(draft) },
    ...(startStep === null || points.length > 1 ? {} : { startStep }),
    ...labelsOf(points.length > 1 ? { ...draft, name: pointName(draft.name, point) } : draft),
  }));
}

/** What differs from what is usual. */
function rowsOf({ epochs, order }: JobDraft): JobInput["config"] {
  return {
    ...(Number(epochs) === 1 ? {} : { nEpochs: Number(epochs) }),
    ...(order === "usual" ? {} : { shuffle: order === "shuffled" }),
  };
}

/** `Refunds, rate 0.001, batch 4` */
function pointName(name: string, { learningRate, batchSize }: Point): string {
  const values = `rate ${learningRate}, batch ${batchSize}`;
  return name.trim() === "" ? values : `${name.trim().slice(0, 80)}, ${values}`;
}
