import type { InputOf } from "#lib/contract/endpoint.ts";
import type { UploadedFile } from "#lib/contract/files.ts";
import type { TrainingMode } from "#lib/contract/models.ts";
import type { createSftTrainingJob } from "#lib/contract/training.ts";
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

/** The job that a draft describes; null while something is missing or wrong. */
export function jobInput(
  modelId: string,
  file: Pick<UploadedFile, "trainingDataUrl"> | null,
  draft: JobDraft,
): JobInput | null {
  if (!file || Object.keys(jobDraftFaults(draft)).length > 0) return null;
  return { modelId, trainingDataUrl: file.trainingDataUrl, config: sftConfigOf(draft) };
}

type JobInput = InputOf<typeof createSftTrainingJob>;

function sftConfigOf({ learningRate, batchSize, assistantTurns }: JobDraft): SftConfig {
  return { learningRate: Number(learningRate), batchSize: Number(batchSize), assistantTurns };
}
