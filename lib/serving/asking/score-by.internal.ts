import type { AccountCtx } from "#lib/access/context.ts";
import { markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import type { ResolvedModel } from "#lib/models/models/resolve-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { findTarget } from "#lib/serving/chat/find-target.internal.ts";
import { servedPolicyOf } from "#lib/serving/chat/served-policy-of.internal.ts";
import type { ScoreText } from "#lib/serving/reading/text-to-read.ts";
import { CorruptPolicy, scoreRemotely } from "#lib/serving/sampler/client.ts";
import type { TextScores } from "#lib/serving/scoring/score-request.ts";

type Asked = {
  readonly model: string;
  /** For whom it is: `<entity>/<project>`. */
  readonly projectPath: string;
};

/**
 * The model of a name, where this service computes it. Throws `NotFound` and `Forbidden` as chat does, and `Rejected` for a model of another
 * server, which gives no probabilities of given text.
 */
export async function requireOwnModel(
  ctx: AccountCtx,
  { model, projectPath }: Asked,
): Promise<ResolvedModel> {
  const target = await findTarget(ctx, { model, messages: [], metadata: { projectId: projectPath } });
  if (target.kind === "own") return target.resolved;
  throw new Rejected(
    `${model} is answered by another server, which does not score given text; name a base model or one that was trained here`,
    { code: "unsupported_model", param: "model" },
  );
}

/** Scores texts by a model's weights, all at once. A checkpoint whose files are not what was stored is marked. */
export async function scoreBy(
  { db, actor, signal }: AccountCtx,
  resolved: ResolvedModel,
  texts: readonly ScoreText[],
): Promise<TextScores[]> {
  const fairnessKey = actor.key?.id ?? actor.userId;
  try {
    const call = { policy: servedPolicyOf(resolved), fairnessKey, texts, topLogprobs: null };
    return await scoreRemotely(call, signal);
  } catch (error) {
    if (error instanceof CorruptPolicy && resolved.kind === "checkpoint")
      await markCorrupt(db, resolved.checkpoint.id);
    throw error;
  }
}
