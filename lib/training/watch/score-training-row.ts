import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { scoreTrainingRow as contract } from "#lib/contract/training/training-rows.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { utf8Stream } from "#lib/engine/text/utf8-stream.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import { openModel } from "#lib/models/open-model.ts";
import { Conflict, NotFound, Rejected } from "#lib/platform/errors.ts";
import { scoreTokens } from "#lib/serving/asking/score-tokens.ts";
import { requireJob } from "#lib/training/require-job.internal.ts";
import { readSftRow, renderRow } from "#lib/training/trajectories/render-row.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { rowsAt } from "./rows-at.internal.ts";

/** More than this nobody looks at token by token. */
const MAX_TOKENS = 1024;

/** The tokens of a row as the job's model reads them, each with its loss under the newest checkpoint. */
export async function scoreTrainingRow(
  ctx: AccountCtx,
  { trainingJobId, position }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const job = await requireJob(ctx, trainingJobId, "chat:create");
  if (job.kind !== "sft")
    throw new Conflict(`Training job ${job.id} is not supervised, so its rows have no losses of their own`);
  const row = (await rowsAt(ctx, job.id, [position])).get(position);
  if (!row) throw new NotFound(`Training job ${job.id} has no row at position ${position} any more`);
  const model = await openModel(ctx, job.modelId, "chat:create");
  const format = await keptChatFormat(await baseModelFolder(model.baseModel));
  const { tokenIds, positions } = sequenceOf(row, { position, config: job.config, format });
  const shown = tokenIds.slice(0, MAX_TOKENS);
  const projectPath = `${model.project.entity}/${model.project.name}`;
  const asked = { model: `wandb-artifact:///${projectPath}/${model.name}`, projectPath, tokenIds: shown };
  const { logprobs, step } = await scoreTokens(ctx, asked);
  const trained = new Set(positions);
  const written = utf8Stream();
  const tokens = shown.map((id, at) => ({
    text: written.push(format.tokenizer.tokenBytes(id)),
    isTrained: trained.has(at),
    loss: lossOf(logprobs[at] ?? null),
  }));
  const learned = tokens.flatMap(({ isTrained, loss }) => (isTrained && loss !== null ? loss : []));
  const sum = learned.reduce((total, loss) => total + loss, 0);
  return {
    step,
    loss: learned.length === 0 ? null : sum / learned.length,
    tokens,
    tokenCount: tokenIds.length,
    isCut: tokenIds.length > shown.length,
  };
}

type Reading = { position: number; config: Readonly<Record<string, unknown>>; format: ChatFormat };

/** As the job's plan reads it. Throws `Conflict` for a row that was skipped because it cannot be read. */
function sequenceOf(row: Record<string, unknown>, { position, config, format }: Reading): TrainableSequence {
  const turns = config.assistant_turns === "last" ? "last" : "all";
  try {
    return renderRow(readSftRow(row, position + 1), { format, turns });
  } catch (error) {
    if (error instanceof Rejected) throw new Conflict(error.message);
    throw error;
  }
}

/** Minus zero is none that anybody writes. */
function lossOf(logprob: number | null): number | null {
  return logprob === null ? null : 0 - logprob;
}
