import { createSftTrainingJob } from "#lib/contract/training/training.ts";
import type { SftConfig } from "#lib/contract/training/training-config.ts";
import { followJob, type StepFigures } from "../follow-job.ts";
import type { Service } from "../service.ts";

/** Trains on an uploaded file and answers the figures of its steps, once the job has ended. */
export async function runSftJob(
  service: Service,
  { modelId, dataUrl, config }: { modelId: string; dataUrl: string; config: SftConfig },
): Promise<StepFigures[]> {
  const { id } = await service.call(createSftTrainingJob, { modelId, trainingDataUrl: dataUrl, config });
  return followJob(service, id);
}
