import type { Ctx } from "#lib/access/context.ts";
import { findEvidenceQueue } from "#lib/annotation/evidence/find-evidence-field.ts";
import { saidOfItems } from "#lib/annotation/evidence/items-with-evidence.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { QueueSource } from "#lib/contract/datasets/sources.ts";
import { VALUE_MARK } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { maskSecretsIn } from "#lib/datasets/assemble/secrets.ts";
import { isRefusal, type Refusal } from "#lib/datasets/candidate.ts";
import type { ChatMessage } from "#lib/datasets/rows/chat-messages.ts";
import { type RecordedCall, readConversation } from "#lib/datasets/rows/read-conversation.ts";
import type { Reply } from "#lib/datasets/rows/reply-body.ts";
import { judgeReply, labelReply, wordsOf } from "#lib/datasets/rows/row-bodies.ts";
import { usedField } from "#lib/datasets/sources/find-source.internal.ts";
import { readCalls } from "#lib/datasets/sources/read-calls.internal.ts";

/** What a row of the item asks a model, and what one annotator would have it say. */
export type ItemQuestion = {
  messages: readonly ChatMessage[];
  tools: readonly Record<string, unknown>[];
  /** Null where the annotator did not answer the question. */
  own: string | null;
};

type Asked = { queueId: string; itemId: string; callId: string; recipe: Recipe };

/**
 * The prompt of the item's row as the recipe makes it, whether the item would become a row or not, for a recipe that teaches labels of the queue. Null
 * where there is no conversation to ask about.
 */
export async function questionOfItem(
  ctx: Pick<Ctx, "db" | "project" | "actor">,
  { queueId, itemId, callId, recipe }: Asked,
): Promise<ItemQuestion | null> {
  const source = recipe.sources.find(
    (one): one is QueueSource => one.kind === "queue" && one.queueId === queueId && isLabelling(one),
  );
  const call = (await readCalls(ctx.db, ctx.project.id, [callId])).get(callId) ?? null;
  const reply = source && replyTo(call, { source, recipe });
  if (!source || !reply || isRefusal(reply)) return null;
  const asked = { messages: reply.prompt, tools: (reply.tools ?? []).filter(isDict) };
  const { value, found } = maskSecretsIn(asked, recipe.secrets.kinds);
  if (recipe.secrets.action === "reject" && found.size > 0) return null;
  // Masking keeps the form of what it masks.
  const shown = recipe.secrets.action === "mask" ? (value as typeof asked) : asked;
  return { ...shown, own: await ownReply(ctx, { queueId, itemId, source }) };
}

function isLabelling({ use }: QueueSource): boolean {
  return use === "labels" || use === "judge";
}

/** With any word for the label: the prompt is the same. */
function replyTo(
  call: RecordedCall | null,
  { source, recipe }: { source: QueueSource; recipe: Recipe },
): Reply | Refusal {
  const conversation = readConversation(call, recipe);
  if (isRefusal(conversation)) return conversation;
  return source.use === "judge"
    ? judgeReply(conversation, VALUE_MARK, source)
    : labelReply(conversation, VALUE_MARK, { ...source, turns: recipe.prompt.turns });
}

async function ownReply(
  { db, project, actor }: Pick<Ctx, "db" | "project" | "actor">,
  { queueId, itemId, source }: { queueId: string; itemId: string; source: QueueSource },
): Promise<string | null> {
  const field = usedField(await findEvidenceQueue({ db, project }, queueId), source);
  if (!field) return null;
  const place = { projectId: project.id, queueId };
  const wanted = { kind: "field", refs: field.refs } as const;
  const said = await saidOfItems(db, place, { items: [{ itemId }], wanted });
  const own = said.find(({ userId }) => userId === actor.userId);
  if (!own) return null;
  const { replyTemplate = VALUE_MARK, use } = source;
  const words = wordsOf(own.value);
  return use === "judge" ? words : replyTemplate.replaceAll(VALUE_MARK, () => words);
}
