import type { AccountCtx } from "#lib/access/context.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";
import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import type { ResolvedModel } from "#lib/models/models/resolve-model.ts";
import { newId } from "#lib/platform/ids.ts";
import type { GenerationEvent } from "#lib/serving/generation/generation-event.ts";
import { CorruptPolicy, generateRemotely } from "#lib/serving/sampler/client.ts";
import { finishChoice, logprobsOf, type TokenStyle, textChoice } from "./chunk-parts.internal.ts";
import type { Target } from "./find-target.internal.ts";
import { generationRequestOf } from "./generation-request-of.internal.ts";
import { promptLogprobsOf } from "./prompt-logprobs.internal.ts";
import { servedPolicyOf } from "./served-policy-of.internal.ts";

/** The parts of a completion, in the OpenAI form of chunks; the last one tells the usage. */
export type OpenChunks = AsyncIterable<ChatCompletion>;

type Own = Extract<Target, { kind: "own" }>;

/** Asks the sampler, and answers once it has accepted the prompt. */
export async function openOwnChunks(
  { db, actor, signal }: AccountCtx,
  request: ChatRequest,
  { resolved }: Own,
): Promise<OpenChunks> {
  const call = {
    policy: servedPolicyOf(resolved),
    fairnessKey: actor.key?.id ?? actor.userId,
    request: generationRequestOf(request),
  };
  try {
    // First, and by itself: who holds a place to sample from while waiting for one to score with could wait for ever.
    const promptLogprobs = await promptLogprobsOf(call, request.promptLogprobs, signal);
    const events = (await generateRemotely(call, signal))[Symbol.asyncIterator]();
    const first = await events.next();
    if (first.done || first.value.type !== "start") throw new Error("The sampler began without its start");
    const shape = { request, resolved, promptTokenIds: first.value.promptTokenIds, promptLogprobs };
    return chunksOf({ [Symbol.asyncIterator]: () => events }, shape);
  } catch (error) {
    if (error instanceof CorruptPolicy && resolved.kind === "checkpoint")
      await markCorrupt(db, resolved.checkpoint.id);
    throw error;
  }
}

type Shape = {
  readonly request: ChatRequest;
  readonly resolved: ResolvedModel;
  readonly promptTokenIds: readonly number[];
  /** As vLLM writes them; null where they were not asked for. */
  readonly promptLogprobs: readonly (object | null)[] | null;
};

async function* chunksOf(
  events: AsyncIterable<GenerationEvent>,
  { request, resolved, promptTokenIds, promptLogprobs }: Shape,
): AsyncGenerator<ChatCompletion> {
  const head = {
    id: `chatcmpl-${newId()}`,
    object: "chat.completion.chunk",
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    system_fingerprint: fingerprintOf(resolved),
  };
  const style: TokenStyle = request.logprobs && !request.returnTokensAsTokenIds ? "text" : "id";
  const prompt = {
    prompt_token_ids: promptTokenIds,
    ...(promptLogprobs === null ? {} : { prompt_logprobs: promptLogprobs }),
  };
  for (let index = 0; index < (request.n ?? 1); index++) {
    const delta = { role: "assistant", content: "" };
    const choice = { index, delta, logprobs: null, finish_reason: null, prompt_token_ids: promptTokenIds };
    yield { ...head, ...(index === 0 ? prompt : {}), choices: [choice] };
  }
  let completionTokens = 0;
  for await (const event of events) {
    if (event.type === "start") continue;
    if (event.type === "delta") {
      completionTokens += event.tokens.length;
      yield { ...head, choices: [textChoice(event, logprobsOf(event.tokens, style))] };
    } else yield { ...head, choices: [finishChoice(event, request.parallelToolCalls ?? true)] };
  }
  yield { ...head, choices: [], usage: usageOf(promptTokenIds.length, completionTokens) };
}

/** Which weights answered: what "latest" was, above all. */
function fingerprintOf(resolved: ResolvedModel): string {
  return resolved.kind === "base"
    ? resolved.name
    : `${resolved.model.project.path}/${resolved.model.name}:step${resolved.checkpoint.step}`;
}

function usageOf(promptTokens: number, completionTokens: number) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
