import { Rejected } from "#lib/platform/errors.ts";
import { scoreRemotely } from "#lib/serving/sampler/client.ts";
import type { GenerateCall } from "#lib/serving/sampler/sampler-protocol.ts";
import { isRefused, type ScoredToken } from "#lib/serving/scoring/score-request.ts";

type PromptLogprobs = readonly (object | null)[];

/** What the model says of each token of the prompt, as vLLM writes it; null where `count` does not ask for it. Throws as sampling would. */
export async function promptLogprobsOf(
  { policy, fairnessKey, request }: GenerateCall,
  count: number | undefined,
  signal: AbortSignal,
): Promise<PromptLogprobs | null> {
  if (count === undefined) return null;
  const { messages, tools, toolChoice, templateKwargs } = request;
  const texts = [{ kind: "prompt", messages, tools, toolChoice, templateKwargs } as const];
  const [scores] = await scoreRemotely({ policy, fairnessKey, texts, topLogprobs: count }, signal);
  if (!scores) throw new Error("The sampler scored nothing");
  if (isRefused(scores))
    throw new Rejected(scores.refused, {
      param: "messages",
      ...(scores.code === null ? {} : { code: scores.code }),
    });
  return scores.tokens.map(entryOf);
}

/** By token id: the token itself, and the most probable ones. The first token has nothing before it. */
function entryOf({ id, logprob, rank, text, top = [] }: ScoredToken): object | null {
  if (logprob === null) return null;
  const others = top.map(
    (one, index) => [one.id, { logprob: one.logprob, rank: index + 1, decoded_token: one.text }] as const,
  );
  return Object.fromEntries([...others, [id, { logprob, rank, decoded_token: text }]]);
}
