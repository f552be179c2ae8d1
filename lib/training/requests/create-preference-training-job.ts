import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { lossOf, PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import type { createPreferenceTrainingJob as contract } from "#lib/contract/training/preference-training.ts";
import * as z from "#lib/contract/zod.ts";
import { openModel } from "#lib/models/open-model.ts";
import { newId } from "#lib/platform/ids.ts";
import { keepSource } from "#lib/training/data/keep-source.internal.ts";
import { keepValidation } from "#lib/training/data/keep-validation.internal.ts";
import { preferenceRows } from "#lib/training/data/row-shape.ts";
import { preferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { insertJob, type OwnWish, removeUnusedData } from "./insert-job.internal.ts";
import { requireFewInterim } from "./require-few-interim.internal.ts";
import { requireHeldOut } from "./require-held-out.internal.ts";
import { requireReference } from "./require-reference.internal.ts";
import { withUsualRate } from "./with-usual-rate.internal.ts";

export async function createPreferenceTrainingJob(
  ctx: AccountCtx,
  input: InputOf<typeof contract> & OwnWish,
): Promise<ReplyOf<typeof contract>> {
  const { modelId, trainingDataUrl, validationDataUrl, config = {}, startStep } = input;
  const { startsClean = false, name, tags, note, group } = input;
  const model = await openModel(ctx, modelId, "training:write");
  await requireReference(ctx.db, model, config);
  const id = newId();
  try {
    const shape = preferenceRows(lossOf(config));
    const training = await keepSource(ctx, { jobId: id, reference: trainingDataUrl, shape });
    await requireFewInterim(ctx.db, training.source, preferenceSettings(config));
    const wanted = { jobId: id, reference: validationDataUrl, training, shape };
    const validation = await keepValidation(ctx, wanted);
    requireHeldOut(config, validation);
    return await insertJob(ctx, {
      id,
      kind: "preference",
      model,
      // The loss is written down even where it is the usual one, so that lists and later versions need not know which that was.
      config: z.encode(PreferenceConfig, {
        ...withUsualRate(config, "preference", model),
        loss: lossOf(config),
      }),
      ...training,
      validation,
      startStep: startStep ?? null,
      startsClean,
      labels: { name, tags, note, group },
    });
  } catch (error) {
    await removeUnusedData(id, error);
    throw error;
  }
}
