import type { Service } from "../service.ts";
import { runSftJob } from "./run-sft-job.ts";

export type HeldOutLoss = {
  /** Mean over the tokens of the replies, in nats. */
  readonly loss: number;
  readonly tokens: number;
};

const ROWS_AT_ONCE = 16;

/**
 * What a model's newest checkpoint loses on rows, measured through the interface alone: a job with the learning rate 0 reports the loss of
 * each batch and changes no weight.
 */
export async function heldOutLoss(service: Service, modelId: string, dataUrl: string): Promise<HeldOutLoss> {
  const config = { batchSize: ROWS_AT_ONCE, learningRate: 0 };
  const steps = await runSftJob(service, { modelId, dataUrl, config });
  const tokens = steps.reduce((sum, step) => sum + (step.num_trainable_tokens ?? 0), 0);
  const nats = steps.reduce(
    (sum, step) => sum + (step.loss ?? Number.NaN) * (step.num_trainable_tokens ?? 0),
    0,
  );
  return { loss: nats / tokens, tokens };
}
