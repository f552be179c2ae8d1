import type { AccountCtx } from "#lib/access/context.ts";
import { type CheckpointRow, markCorrupt, policyOf } from "#lib/models/checkpoints/checkpoints.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import { generationRequestOf } from "#lib/serving/chat/generation-request-of.internal.ts";
import { servedPolicyOf } from "#lib/serving/chat/served-policy-of.internal.ts";
import { CorruptPolicy, generateRemotely } from "#lib/serving/sampler/client.ts";

type Ask = {
  readonly model: OpenModel;
  readonly checkpoint: CheckpointRow;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools: readonly Record<string, unknown>[];
  readonly maxTokens: number;
};

/**
 * What a checkpoint says at temperature 0. Nothing is recorded, and nobody's permission to chat is asked: the caller of this answers for who may
 * hear it. Throws as chat does.
 */
export async function greedyReply({ db, actor, signal }: AccountCtx, ask: Ask): Promise<string> {
  const { model, checkpoint, messages, tools, maxTokens } = ask;
  const policy = servedPolicyOf({
    kind: "checkpoint",
    model,
    checkpoint,
    policy: await policyOf(model, checkpoint),
  });
  const request = generationRequestOf({
    model: model.name,
    messages: messages.map((message) => ({ ...message })),
    ...(tools.length > 0 ? { tools: [...tools] } : {}),
    temperature: 0,
    maxTokens,
  });
  try {
    let text = "";
    for await (const event of await generateRemotely({ policy, fairnessKey: actor.userId, request }, signal))
      if (event.type === "delta") text += event.text;
    return text;
  } catch (error) {
    if (error instanceof CorruptPolicy) await markCorrupt(db, checkpoint.id);
    throw error;
  }
}
