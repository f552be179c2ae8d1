import { type LabelDraft, labelFaults, labelsOf, NO_LABELS } from "#components/run/state/job-labels.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { TrainingMode } from "#lib/contract/models/models.ts";
import type { createSftTrainingJob, TrainingJob } from "#lib/contract/training/training.ts";
import { MAX_EPOCHS, RATE_SCHEDULES, type RateSchedule } from "#lib/contract/training/training-config.ts";

/** A supervised job as its form holds it; numbers are what was typed, and several of them, divided by commas, make several jobs. */
export type JobDraft = LabelDraft & {
  learningRate: string;
  batchSize: string;
  assistantTurns: "all" | "last";
  /** Step of the checkpoint to start from; null is the newest one. Jobs that are compared start from the base model. */
  startStep: number | null;
  epochs: string;
  /** Usual is that of the kind of data. */
  order: "usual" | "shuffled" | "kept";
  schedule: RateSchedule;
  /** In percent of the steps. */
  warmup: string;
  /** Rows to measure by; null is what the data hold out by themselves. */
  validationDataUrl: string | null;
  /** Empty is a tenth of the job. */
  validationEvery: string;
  keep: "last" | "best";
};

const USUAL_COURSE = {
  epochs: "1",
  order: "usual",
  schedule: "constant",
  warmup: "0",
  validationDataUrl: null,
  validationEvery: "",
  keep: "last",
} as const satisfies Partial<JobDraft>;

/** Rates at which the bundled model learns a file of a few hundred rows without forgetting how to speak. */
const USUAL_RATES: { [M in TrainingMode]: string } = { lora: "0.001", full: "0.0003" };

export const USUAL_BATCH_SIZE = "4";

/** Jobs that one form starts at most; one trainer works on them one by one. */
export const MAX_JOBS = 24;

export function usualRate(mode: TrainingMode): string {
  return USUAL_RATES[mode];
}

export function newDraft(mode: TrainingMode): JobDraft {
  return {
    ...NO_LABELS,
    learningRate: usualRate(mode),
    batchSize: USUAL_BATCH_SIZE,
    assistantTurns: "all",
    startStep: null,
    ...USUAL_COURSE,
  };
}

/** What a job was given, to be changed and given to another one. */
export function draftOfJob(
  { config, startStep, name, tags, note, group }: TrainingJob,
  mode: TrainingMode,
): JobDraft {
  const { learning_rate: rate, batch_size: size, assistant_turns: turns } = config;
  return {
    name: name ?? "",
    tags: tags.join(", "),
    note: note ?? "",
    group: group ?? "",
    // Of a rate for each batch the first one stands for all.
    learningRate: String((Array.isArray(rate) ? rate[0] : rate) ?? usualRate(mode)),
    batchSize: typeof size === "number" ? String(size) : USUAL_BATCH_SIZE,
    assistantTurns: turns === "last" ? "last" : "all",
    startStep,
    ...courseIn(config),
  };
}

function courseIn(config: TrainingJob["config"]) {
  const { n_epochs: epochs, shuffle, lr_schedule: schedule, warmup_ratio: warmup } = config;
  const { validation_every: every, keep } = config;
  return {
    ...USUAL_COURSE,
    epochs: typeof epochs === "number" ? String(epochs) : USUAL_COURSE.epochs,
    order:
      typeof shuffle !== "boolean" ? ("usual" as const) : shuffle ? ("shuffled" as const) : ("kept" as const),
    schedule: RATE_SCHEDULES.find((one) => one === schedule) ?? USUAL_COURSE.schedule,
    warmup: typeof warmup === "number" ? String(Number((100 * warmup).toPrecision(6))) : USUAL_COURSE.warmup,
    validationEvery: typeof every === "number" ? String(every) : USUAL_COURSE.validationEvery,
    keep: keep === "best" ? ("best" as const) : ("last" as const),
  };
}

type Faults = {
  learningRate?: string;
  batchSize?: string;
  epochs?: string;
  warmup?: string;
  validationEvery?: string;
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
    ...courseFaults(draft),
    ...(labels ? { labels } : {}),
  };
}

function courseFaults({ epochs, warmup, validationEvery }: JobDraft): Faults {
  const isWhole = (text: string, least: number, most: number) =>
    /^\d{1,7}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  const percent = Number(warmup);
  return {
    ...(isWhole(epochs, 1, MAX_EPOCHS) ? {} : { epochs: `Enter a whole number from 1 to ${MAX_EPOCHS}.` }),
    ...(warmup.trim() !== "" && percent >= 0 && percent <= 100
      ? {}
      : { warmup: "Enter a number from 0 to 100." }),
    ...(validationEvery.trim() === "" || isWhole(validationEvery, 0, 1_000_000)
      ? {}
      : { validationEvery: "Enter a whole number, or leave it empty." }),
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
    config: { ...point, assistantTurns, ...courseOf(draft) },
    ...(startStep === null || points.length > 1 ? {} : { startStep }),
    ...labelsOf(points.length > 1 ? { ...draft, name: pointName(draft.name, point) } : draft),
  }));
}

/** What differs from what is usual. */
function courseOf({ epochs, order, schedule, warmup, validationEvery, keep }: JobDraft): JobInput["config"] {
  return {
    ...(Number(epochs) === 1 ? {} : { nEpochs: Number(epochs) }),
    ...(order === "usual" ? {} : { shuffle: order === "shuffled" }),
    ...(schedule === "constant" ? {} : { lrSchedule: schedule }),
    ...(Number(warmup) === 0 ? {} : { warmupRatio: Number(warmup) / 100 }),
    ...(validationEvery.trim() === "" ? {} : { validationEvery: Number(validationEvery) }),
    ...(keep === "last" ? {} : { keep }),
  };
}

/** `Refunds, rate 0.001, batch 4` */
function pointName(name: string, { learningRate, batchSize }: Point): string {
  const values = `rate ${learningRate}, batch ${batchSize}`;
  return name.trim() === "" ? values : `${name.trim().slice(0, 80)}, ${values}`;
}
