import { createHash } from "node:crypto";
import type { Ctx } from "#lib/access/context.ts";
import type { ItemQuestion } from "#lib/datasets/yields/question-of-item.ts";
import type { CheckpointRow } from "#lib/models/checkpoints/checkpoints.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { greedyReply } from "#lib/serving/asking/greedy-reply.ts";

/** A label is short, and what rambles on is cut. */
const MAX_TOKENS = 48;

type Asked = { itemId: string; model: OpenModel; checkpoint: CheckpointRow; question: ItemQuestion };

/** What the checkpoint says, asked once: at temperature 0 it always says the same. Null where it cannot read the prompt. */
export async function keptReply(ctx: Ctx, asked: Asked): Promise<string | null> {
  const { db, project } = ctx;
  const key = { projectId: project.id, itemId: asked.itemId, checkpointId: asked.checkpoint.id };
  const promptHash = hashOf(asked.question);
  const kept = await db.prisma.itemReply.findFirst({ where: { ...key, promptHash } });
  if (kept) return kept.text;
  const text = await replyOf(ctx, asked);
  // The recipe may have changed the prompt; what was said to the one before is of no use any more.
  const id = { projectId_itemId_checkpointId: key };
  await db.prisma.itemReply.upsert({
    where: id,
    create: { ...key, promptHash, text },
    update: { promptHash, text },
  });
  return text;
}

function hashOf({ messages, tools }: ItemQuestion): string {
  return createHash("sha256").update(canonicalJson({ messages, tools })).digest("base64url");
}

async function replyOf(ctx: Ctx, { model, checkpoint, question }: Asked): Promise<string | null> {
  const { messages, tools } = question;
  try {
    const said = await greedyReply(ctx, { model, checkpoint, messages, tools, maxTokens: MAX_TOKENS });
    return said.trim();
  } catch (error) {
    if (error instanceof Rejected) return null;
    throw error;
  }
}
