import type { TrainingMode } from "#lib/contract/models.ts";
import type { SftConfig } from "#lib/contract/training-config.ts";

/** A supervised job as its form holds it; numbers are what was typed. */
export type JobDraft = { learningRate: string; batchSize: string; assistantTurns: "all" | "last" };

/** Rates at which the bundled model learns a file of a few hundred rows without forgetting how to speak. */
const USUAL_RATES: { [M in TrainingMode]: string } = { lora: "0.001", full: "0.0003" };

export const USUAL_BATCH_SIZE = "4";

export function usualRate(mode: TrainingMode): string {
  return USUAL_RATES[mode];
}

type Faults = { learningRate?: string; batchSize?: string };

/** What keeps a draft from being sent, by field; empty where nothing does. */
export function jobDraftFaults({ learningRate, batchSize }: JobDraft): Faults {
  const rate = Number(learningRate);
  const size = Number(batchSize);
  return {
    ...(learningRate !== "" && rate > 0 && rate <= 1
      ? {}
      : { learningRate: "Give a number above 0, at most 1." }),
    ...(Number.isInteger(size) && size >= 1 && size <= 100_000
      ? {}
      : { batchSize: "Give a whole number of at least 1." }),
  };
}

/** How a draft without faults trains. */
export function sftConfigOf({ learningRate, batchSize, assistantTurns }: JobDraft): SftConfig {
  return { learningRate: Number(learningRate), batchSize: Number(batchSize), assistantTurns };
}

/** Optimiser steps of one pass over the rows; null where the batch size makes no sense. */
export function stepsOf(rows: number, { batchSize }: JobDraft): number | null {
  const size = Number(batchSize);
  return Number.isInteger(size) && size >= 1 ? Math.ceil(rows / size) : null;
}
