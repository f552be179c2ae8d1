import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createSftTrainingJob as contract } from "#lib/contract/training/training.ts";
import { SftConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { openModel } from "#lib/models/open-model.ts";
import { newId } from "#lib/platform/ids.ts";
import { keepSource } from "#lib/training/data/keep-source.internal.ts";
import { keepValidation } from "#lib/training/data/keep-validation.internal.ts";
import { SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { insertJob, type OwnWish, removeUnusedData } from "./insert-job.internal.ts";
import { requireFewInterim } from "./require-few-interim.internal.ts";
import { requireHeldOut } from "./require-held-out.internal.ts";
import { withUsualRate } from "./with-usual-rate.internal.ts";

export async function createSftTrainingJob(
  ctx: AccountCtx,
  {
    modelId,
    trainingDataUrl,
    validationDataUrl,
    config = {},
    startStep,
    startsClean = false,
    name,
    tags,
    note,
    group,
  }: InputOf<typeof contract> & OwnWish,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "training:write");
  const id = newId();
  try {
    const training = await keepSource(ctx, { jobId: id, reference: trainingDataUrl, shape: SUPERVISED_ROWS });
    const isDataset = training.datasetRef !== null;
    await requireFewInterim(ctx.db, training.source, sftSettings(config, { isDataset }));
    const wanted = { jobId: id, reference: validationDataUrl, training, shape: SUPERVISED_ROWS };
    const validation = await keepValidation(ctx, wanted);
    requireHeldOut(config, validation);
    const labels = { name, tags, note, group };
    return await insertJob(ctx, {
      id,
      kind: "sft",
      model,
      config: z.encode(SftConfig, withUsualRate(config, "sft", model)),
      ...training,
      validation,
      startStep: startStep ?? null,
      startsClean,
      labels,
    });
  } catch (error) {
    await removeUnusedData(id, error);
    throw error;
  }
}
