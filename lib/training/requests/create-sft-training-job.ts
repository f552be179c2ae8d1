import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Fault } from "#lib/contract/fault.ts";
import type { createSftTrainingJob as contract } from "#lib/contract/training/training.ts";
import { SftConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { openModel } from "#lib/models/open-model.ts";
import { newId } from "#lib/platform/ids.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { keepSource } from "#lib/training/data/keep-source.internal.ts";
import { keepValidation } from "#lib/training/data/keep-validation.internal.ts";
import { insertJob, removeUnusedData } from "./insert-job.internal.ts";

const NOTHING_HELD_OUT: Fault = {
  type: "value_error",
  text: "keep is best, but no rows are held out to show which step is best; send validation_data_url, or a version of a dataset that holds rows out",
};

export async function createSftTrainingJob(
  ctx: AccountCtx,
  {
    modelId,
    trainingDataUrl,
    validationDataUrl,
    config = {},
    startStep,
    name,
    tags,
    note,
    group,
  }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "training:write");
  const id = newId();
  try {
    const training = await keepSource(ctx, id, trainingDataUrl);
    const validation = await keepValidation(ctx, { jobId: id, reference: validationDataUrl, training });
    if (config.keep === "best" && validation === null)
      throw invalidAt(["body", "config", "keep"], NOTHING_HELD_OUT);
    const labels = { name, tags, note, group };
    return await insertJob(ctx, {
      id,
      kind: "sft",
      model,
      config: z.encode(SftConfig, config),
      ...training,
      validation,
      startStep: startStep ?? null,
      labels,
    });
  } catch (error) {
    await removeUnusedData(id, error);
    throw error;
  }
}
