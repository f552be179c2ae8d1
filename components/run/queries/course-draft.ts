import { RATE_SCHEDULES, type RateSchedule } from "#lib/contract/training/training-config.ts";

/** How a job's rate moves, on which rows it is measured, and what it keeps, as forms hold it. */
export type CourseDraft = {
  schedule: RateSchedule;
  /** In percent of the steps. */
  warmup: string;
  /** Rows to measure by; null is what the data hold out by themselves. */
  validationDataUrl: string | null;
  /** Empty is a tenth of the job. */
  validationEvery: string;
  keep: "last" | "best";
  /** Empty leaves no checkpoint on the way. */
  checkpointEvery: string;
};

export const USUAL_COURSE: CourseDraft = {
  schedule: "constant",
  warmup: "0",
  validationDataUrl: null,
  validationEvery: "",
  keep: "last",
  checkpointEvery: "",
};

/** As the settings of a job say it. Rows to measure by are named by no setting. */
export function courseIn(config: { readonly [key: string]: unknown }): CourseDraft {
  const { lr_schedule: schedule, warmup_ratio: warmup, validation_every: every, keep } = config;
  const { checkpoint_every: leaves } = config;
  return {
    ...USUAL_COURSE,
    schedule: RATE_SCHEDULES.find((one) => one === schedule) ?? USUAL_COURSE.schedule,
    warmup: typeof warmup === "number" ? String(Number((100 * warmup).toPrecision(6))) : USUAL_COURSE.warmup,
    validationEvery: typeof every === "number" ? String(every) : USUAL_COURSE.validationEvery,
    keep: keep === "best" ? "best" : "last",
    checkpointEvery: typeof leaves === "number" ? String(leaves) : USUAL_COURSE.checkpointEvery,
  };
}

/** What differs from what is usual. */
export function courseOf({ schedule, warmup, validationEvery, keep, checkpointEvery }: CourseDraft) {
  return {
    ...(schedule === "constant" ? {} : { lrSchedule: schedule }),
    ...(Number(warmup) === 0 ? {} : { warmupRatio: Number(warmup) / 100 }),
    ...(validationEvery.trim() === "" ? {} : { validationEvery: Number(validationEvery) }),
    ...(keep === "last" ? {} : { keep }),
    ...(checkpointEvery.trim() === "" ? {} : { checkpointEvery: Number(checkpointEvery) }),
  };
}

export function courseFaults({ warmup, validationEvery, checkpointEvery }: CourseDraft): {
  warmup?: string;
  validationEvery?: string;
  checkpointEvery?: string;
} {
  const percent = Number(warmup);
  return {
    ...(warmup.trim() !== "" && percent >= 0 && percent <= 100
      ? {}
      : { warmup: "Enter a number from 0 to 100." }),
    ...(validationEvery.trim() === "" || isWhole(validationEvery, { min: 0, max: 1_000_000 })
      ? {}
      : { validationEvery: "Enter a whole number, or leave it empty." }),
    ...(checkpointEvery.trim() === "" || isWhole(checkpointEvery, { min: 1, max: 1_000_000 })
      ? {}
      : { checkpointEvery: "Enter a whole number of at least 1, or leave it empty." }),
  };
}

export function isWhole(text: string, { min, max }: { min: number; max: number }): boolean {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
}
