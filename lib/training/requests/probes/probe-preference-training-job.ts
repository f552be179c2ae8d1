import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { lossOf, PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import type {
  probePreferenceTrainingJob as contract,
  RateProbe,
} from "#lib/contract/training/rate-probes.ts";
import * as z from "#lib/contract/zod.ts";
import { openModel } from "#lib/models/open-model.ts";
import type { ServerEvents } from "#lib/platform/server-events.ts";
import { preferenceRows } from "#lib/training/data/row-shape.ts";
import { requireReference } from "#lib/training/requests/require-reference.internal.ts";
import { answerProbe } from "./answer-probe.internal.ts";
import { rowsToProbe } from "./rows-to-probe.internal.ts";

export async function probePreferenceTrainingJob(
  ctx: AccountCtx,
  { modelId, trainingDataUrl, config = {}, startStep, stream = false }: InputOf<typeof contract>,
): Promise<RateProbe | ServerEvents> {
  const model = await openModel(ctx, modelId, "training:write");
  await requireReference(ctx.db, model, config);
  const lines = await rowsToProbe(ctx, trainingDataUrl, preferenceRows(lossOf(config)));
  return answerProbe(ctx, {
    model,
    lines,
    stream,
    startStep,
    job: { kind: "preference", referenceStep: config.referenceStep ?? null },
    config: z.encode(PreferenceConfig, config),
    namedRate: config.learningRate ?? null,
  });
}
