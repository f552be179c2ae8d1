import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import type { TrainingOutlook } from "#lib/contract/datasets/queue-readiness.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { MIB } from "#lib/contract/endpoint.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { PreferenceCheck, SftCheck } from "#lib/contract/training/training-data.ts";
import {
  USUAL_BATCH_SIZE,
  USUAL_PREFERENCE_BATCH_SIZE,
  usualEpochs,
  usualPreferenceEpochs,
} from "#lib/contract/training/usual-epochs.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import type { LineTally } from "#lib/training/data/over-data.internal.ts";
import { PreferenceTally } from "#lib/training/data/preference-tally.internal.ts";
import { SftTally } from "#lib/training/data/sft-tally.internal.ts";
import { estimateSeconds } from "#lib/training/estimate/estimate-seconds.internal.ts";
import { workOf } from "#lib/training/estimate/work-units.internal.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { preferenceSettings } from "#lib/training/preference/preference-settings.ts";
import type { ModelToTrain } from "./model-to-train.internal.ts";

/** Half of what the form of a job looks at: here others wait for more than tokens. */
const TOKENISED_CHARACTERS = MIB;
const LINES_AT_A_STRETCH = 20;

/** By what a job learns from such rows where nothing else is chosen; null is a supervised one. */
const LOSSES: { readonly [K in DatasetKind]?: PreferenceLoss | null } = {
  sft: null,
  preference: "dpo",
  kto: "kto",
  reward: "rwr",
};

type Asked = { kind: DatasetKind; lines: readonly string[]; model: ModelToTrain };

/** What a job on these rows would do with the settings that a form begins with. */
export async function foreseeTraining(
  { db }: Pick<Ctx, "db">,
  { kind, lines, model }: Asked,
): Promise<TrainingOutlook | null> {
  const loss = LOSSES[kind];
  if (loss === undefined) return null;
  const format = await formatOf(model.baseModel);
  const place = { modelId: model.id, baseModel: model.baseModel };
  if ("text" in format) return { ...place, ...NOTHING_KNOWN, problem: format.text };
  if (loss === null) {
    const nEpochs = usualEpochs(lines.length, USUAL_BATCH_SIZE);
    const learning = sftSettings({ batchSize: USUAL_BATCH_SIZE, nEpochs }, { isDataset: true });
    const check = await tallied(
      lines,
      new SftTally({ format, learning, tokenisedCharacters: TOKENISED_CHARACTERS }),
    );
    const work = workOf(check, { ...learning, loss, heldOutRows: 0 });
    return outlookOf(place, { ...check, seconds: await estimateSeconds(db, model, work) });
  }
  const batchSize = USUAL_PREFERENCE_BATCH_SIZE;
  const nEpochs = usualPreferenceEpochs(lines.length, batchSize);
  const settings = preferenceSettings({ loss, batchSize, nEpochs });
  const check = await tallied(
    lines,
    new PreferenceTally({ format, settings, tokenisedCharacters: TOKENISED_CHARACTERS }),
  );
  const work = workOf(check, { ...settings, heldOutRows: 0 });
  return outlookOf(place, { ...check, seconds: await estimateSeconds(db, model, work) });
}

/** How the base model reads conversations, or why it cannot be asked. */
async function formatOf(baseModel: string): Promise<ChatFormat | { text: string }> {
  try {
    return await keptChatFormat(await baseModelFolder(baseModel));
  } catch (error) {
    if (error instanceof MissingFiles) return { text: error.message };
    throw error;
  }
}

async function tallied<Check>(
  lines: readonly string[],
  tally: LineTally & { result: () => Check },
): Promise<Check> {
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_A_STRETCH === LINES_AT_A_STRETCH - 1) await othersTurn();
    if (tally.isFull) break;
    tally.take(line, index + 1);
  }
  await tally.settle();
  return tally.result();
}

function outlookOf(
  place: Pick<TrainingOutlook, "modelId" | "baseModel">,
  {
    tokens,
    longestRowTokens,
    contextLength,
    tooLongRows,
    isEstimated,
    steps,
    seconds,
    problems,
  }: SftCheck | PreferenceCheck,
): TrainingOutlook {
  return {
    ...place,
    ...{ tokens, longestRowTokens, contextLength, tooLongRows, isEstimated, steps, seconds },
    problem: problems[0]?.text ?? null,
  };
}

const NOTHING_KNOWN = {
  tokens: 0,
  longestRowTokens: 0,
  contextLength: 1,
  tooLongRows: 0,
  isEstimated: false,
  steps: 0,
  seconds: null,
};
