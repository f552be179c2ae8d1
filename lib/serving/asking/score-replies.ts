import type { AccountCtx } from "#lib/access/context.ts";
import { markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import type { ResolvedModel } from "#lib/models/models/resolve-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { findTarget } from "#lib/serving/chat/find-target.internal.ts";
import { servedPolicyOf } from "#lib/serving/chat/served-policy-of.internal.ts";
import { CorruptPolicy, scoreRemotely } from "#lib/serving/sampler/client.ts";
import { isRefused, type TextScores } from "#lib/serving/scoring/score-request.ts";

/** A conversation and the reply whose probability is asked for. */
export type GivenReply = {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly unknown[];
  readonly reply: string;
};

export type ReplyScore =
  /** Of the reply's tokens and the one that ends it, each given those before it, in nats. */
  | { readonly logprobs: readonly number[] }
  /** It cannot be written as the model's conversation, or is too long for it. */
  | { readonly refused: string; readonly code: string | null };

export type ScoreRepliesAsk = {
  readonly model: string;
  /** For whom it is: `<entity>/<project>`. */
  readonly projectPath: string;
  readonly replies: readonly GivenReply[];
};

/** Replies of one request to the sampler; between two, others can have the model's place in memory. */
const SLICE = 16;

/**
 * How probable a model holds given replies: its loss on references, its choice among labels. Throws `NotFound` and `Forbidden` as chat does, and
 * `Rejected` for a model of another server, which gives no probabilities of given text.
 */
export async function scoreReplies(
  ctx: AccountCtx,
  { model, projectPath, replies }: ScoreRepliesAsk,
): Promise<ReplyScore[]> {
  const target = await findTarget(ctx, { model, messages: [], metadata: { projectId: projectPath } });
  if (target.kind === "upstream")
    throw new Rejected(
      `${model} is answered by another server, which does not score given text; name a base model or one that was trained here`,
      { code: "unsupported_model", param: "model" },
    );
  const scores: ReplyScore[] = [];
  for (let start = 0; start < replies.length; start += SLICE)
    scores.push(...(await scoreSlice(ctx, target.resolved, replies.slice(start, start + SLICE))));
  return scores;
}

async function scoreSlice(
  { db, actor, signal }: AccountCtx,
  resolved: ResolvedModel,
  replies: readonly GivenReply[],
): Promise<ReplyScore[]> {
  const texts = replies.map(({ messages, tools = [], reply }) => ({
    kind: "reply" as const,
    messages,
    tools,
    reply,
  }));
  const fairnessKey = actor.key?.id ?? actor.userId;
  try {
    const call = { policy: servedPolicyOf(resolved), fairnessKey, texts, topLogprobs: null };
    return (await scoreRemotely(call, signal)).map(replyScore);
  } catch (error) {
    if (error instanceof CorruptPolicy && resolved.kind === "checkpoint")
      await markCorrupt(db, resolved.checkpoint.id);
    throw error;
  }
}

function replyScore(scores: TextScores): ReplyScore {
  if (isRefused(scores)) return scores;
  return { logprobs: scores.tokens.flatMap(({ logprob }) => (logprob === null ? [] : [logprob])) };
}
