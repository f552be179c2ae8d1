import type { AccountCtx } from "#lib/access/context.ts";
import { isRefused, type TextScores } from "#lib/serving/scoring/score-request.ts";
import { requireOwnModel, scoreBy } from "./score-by.internal.ts";

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
  const resolved = await requireOwnModel(ctx, { model, projectPath });
  const scores: ReplyScore[] = [];
  for (let start = 0; start < replies.length; start += SLICE) {
    const texts = replies
      .slice(start, start + SLICE)
      .map(({ messages, tools = [], reply }) => ({ kind: "reply" as const, messages, tools, reply }));
    scores.push(...(await scoreBy(ctx, resolved, texts)).map(replyScore));
  }
  return scores;
}

function replyScore(scores: TextScores): ReplyScore {
  if (isRefused(scores)) return scores;
  return { logprobs: scores.tokens.flatMap(({ logprob }) => (logprob === null ? [] : [logprob])) };
}
