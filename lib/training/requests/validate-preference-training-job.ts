import type { AccountCtx } from "#lib/access/context.ts";
import { type InputOf, MIB } from "#lib/contract/endpoint.ts";
import { lossOf } from "#lib/contract/training/preference-config.ts";
import type { validatePreferenceTrainingJob as contract } from "#lib/contract/training/preference-training.ts";
import type { PreferenceCheck } from "#lib/contract/training/training-data.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import { openModel } from "#lib/models/open-model.ts";
import { countValidation } from "#lib/training/data/keep-validation.internal.ts";
import { overData, takeLines } from "#lib/training/data/over-data.internal.ts";
import { PreferenceTally } from "#lib/training/data/preference-tally.internal.ts";
import { preferenceRows } from "#lib/training/data/row-shape.ts";
import { estimateSeconds } from "#lib/training/estimate/estimate-seconds.internal.ts";
import { workOf } from "#lib/training/estimate/work-units.internal.ts";
import { preferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { lackOfStart, wrongStart } from "./lack-of-start.internal.ts";
import { refuseManyInterim } from "./require-few-interim.internal.ts";
import { requireReference } from "./require-reference.internal.ts";

/** Tokenising them takes about a second. */
const TOKENISED_CHARACTERS = 2 * MIB;

export async function validatePreferenceTrainingJob(
  ctx: AccountCtx,
  { modelId, trainingDataUrl, validationDataUrl, startStep, config = {} }: InputOf<typeof contract>,
): Promise<PreferenceCheck> {
  const model = await openModel(ctx, modelId, "training:write");
  const lack = startStep === undefined ? null : await lackOfStart(ctx.db, model, startStep);
  if (lack !== null) throw wrongStart(lack);
  await requireReference(ctx.db, model, config);
  const format = await keptChatFormat(await baseModelFolder(model.baseModel));
  const settings = preferenceSettings(config);
  const tally = new PreferenceTally({ format, settings, tokenisedCharacters: TOKENISED_CHARACTERS });
  const use = (chunks: Parameters<typeof takeLines>[0]) => takeLines(chunks, tally);
  const shape = preferenceRows(lossOf(config));
  await overData(ctx, trainingDataUrl, { shape, use });
  const heldOutRows = await countValidation(ctx, { reference: validationDataUrl, trainingDataUrl, shape });
  const result = tally.result();
  if (result.rows === 0 && result.problems.length === 0)
    result.problems.push({
      line: 0,
      text: "The data has no rows; each line is one object with the replies to compare",
    });
  refuseManyInterim(result.steps, settings);
  const work = workOf(result, { ...settings, heldOutRows });
  return { ...result, seconds: await estimateSeconds(ctx.db, model, work) };
}
