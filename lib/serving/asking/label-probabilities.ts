import type { AccountCtx } from "#lib/access/context.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type GivenReply, scoreReplies } from "./score-replies.ts";

export type LabelAsk = {
  readonly model: string;
  readonly projectPath: string;
  readonly messages: GivenReply["messages"];
  readonly labels: readonly string[];
};

/**
 * The probability of each label as the whole reply, given that it is one of them. Each includes the token that ends a reply, so that `no` does not
 * win by being the beginning of `not sure`. Throws as `scoreReplies` does, and `Rejected` where the conversation is too long.
 */
export async function labelProbabilities(ctx: AccountCtx, ask: LabelAsk): Promise<number[]> {
  const { model, projectPath, messages, labels } = ask;
  const replies = labels.map((reply) => ({ messages, reply }));
  const logprobs = (await scoreReplies(ctx, { model, projectPath, replies })).map((score) => {
    if ("logprobs" in score) return score.logprobs.reduce((sum, value) => sum + value, 0);
    throw new Rejected(score.refused, score.code === null ? {} : { code: score.code });
  });
  const best = Math.max(...logprobs);
  const weights = logprobs.map((logprob) => Math.exp(logprob - best));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
