import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { probeSftTrainingJob as contract, RateProbe } from "#lib/contract/training/rate-probes.ts";
import { SftConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { openModel } from "#lib/models/open-model.ts";
import type { ServerEvents } from "#lib/platform/server-events.ts";
import { SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import { isOfDataset } from "#lib/training/requests/is-of-dataset.internal.ts";
import { answerProbe } from "./answer-probe.internal.ts";
import { rowsToProbe } from "./rows-to-probe.internal.ts";

export async function probeSftTrainingJob(
  ctx: AccountCtx,
  { modelId, trainingDataUrl, config = {}, startStep, stream = false }: InputOf<typeof contract>,
): Promise<RateProbe | ServerEvents> {
  const model = await openModel(ctx, modelId, "training:write");
  const isDataset = await isOfDataset(ctx, trainingDataUrl);
  const lines = await rowsToProbe(ctx, trainingDataUrl, SUPERVISED_ROWS);
  const { learningRate, ...others } = config;
  return answerProbe(ctx, {
    model,
    lines,
    stream,
    startStep,
    job: { kind: "sft", isDataset },
    config: z.encode(SftConfig, others),
    // One for each batch is a course of its own, which a probe of one rate says nothing about.
    namedRate: typeof learningRate === "number" ? learningRate : null,
  });
}
