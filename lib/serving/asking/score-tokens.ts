import type { AccountCtx } from "#lib/access/context.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { isRefused } from "#lib/serving/scoring/score-request.ts";
import { requireOwnModel, scoreBy } from "./score-by.internal.ts";

type Asked = { readonly model: string; readonly projectPath: string; readonly tokenIds: readonly number[] };

/**
 * The log-probability of each token given those before it, in nats; null of the first. `step` is that of the checkpoint that was asked. Throws as
 * `scoreReplies` does, and `Rejected` for more tokens than the model reads.
 */
export async function scoreTokens(
  ctx: AccountCtx,
  { model, projectPath, tokenIds }: Asked,
): Promise<{ logprobs: readonly (number | null)[]; step: number }> {
  const resolved = await requireOwnModel(ctx, { model, projectPath });
  const [scores] = await scoreBy(ctx, resolved, [{ kind: "tokens", tokenIds }]);
  if (!scores) throw new Error("The sampler scored nothing");
  if (isRefused(scores))
    throw new Rejected(scores.refused, scores.code === null ? {} : { code: scores.code });
  const step = resolved.kind === "checkpoint" ? resolved.checkpoint.step : 0;
  return { logprobs: scores.tokens.map(({ logprob }) => logprob), step };
}
