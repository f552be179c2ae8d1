import type { AccountCtx } from "#lib/access/context.ts";
import { type InputOf, MIB } from "#lib/contract/endpoint.ts";
import type { validateSftTrainingJob as contract } from "#lib/contract/training/training.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import { openModel } from "#lib/models/open-model.ts";
import { countValidation } from "#lib/training/data/keep-validation.internal.ts";
import { overData, takeLines } from "#lib/training/data/over-data.internal.ts";
import { SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import { SftTally } from "#lib/training/data/sft-tally.internal.ts";
import { estimateSeconds } from "#lib/training/estimate/estimate-seconds.internal.ts";
import { workOf } from "#lib/training/estimate/work-units.internal.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { isOfDataset } from "./is-of-dataset.internal.ts";
import { lackOfStart, wrongStart } from "./lack-of-start.internal.ts";
import { refuseManyInterim } from "./require-few-interim.internal.ts";

/** Tokenising them takes about a second. */
const TOKENISED_CHARACTERS = 2 * MIB;

export async function validateSftTrainingJob(
  ctx: AccountCtx,
  { modelId, trainingDataUrl, validationDataUrl, startStep, config = {} }: InputOf<typeof contract>,
): Promise<SftCheck> {
  const model = await openModel(ctx, modelId, "training:write");
  const lack = startStep === undefined ? null : await lackOfStart(ctx.db, model, startStep);
  if (lack !== null) throw wrongStart(lack);
  const format = await keptChatFormat(await baseModelFolder(model.baseModel));
  const learning = sftSettings(config, { isDataset: await isOfDataset(ctx, trainingDataUrl) });
  const tally = new SftTally({ format, learning, tokenisedCharacters: TOKENISED_CHARACTERS });
  await overData(ctx, trainingDataUrl, { shape: SUPERVISED_ROWS, use: (chunks) => takeLines(chunks, tally) });
  const heldOut = { reference: validationDataUrl, trainingDataUrl, shape: SUPERVISED_ROWS };
  const heldOutRows = await countValidation(ctx, heldOut);
  const result = tally.result();
  if (result.rows === 0 && result.problems.length === 0)
    result.problems.push({ line: 0, text: "The data has no rows; each line is one object with messages" });
  refuseManyInterim(result.steps, learning);
  const work = workOf(result, { ...learning, loss: null, heldOutRows });
  return { ...result, seconds: await estimateSeconds(ctx.db, model, work) };
}
