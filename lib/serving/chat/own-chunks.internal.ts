import type { AccountCtx } from "#lib/access/context.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";
import type { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import type { ResolvedModel } from "#lib/models/models/resolve-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import type { GeneratedToken, GenerationEvent } from "#lib/serving/generation/generation-event.ts";
import { CorruptPolicy, generateRemotely, scoreRemotely } from "#lib/serving/sampler/client.ts";
import type { GenerateCall } from "#lib/serving/sampler/sampler-protocol.ts";
import { isRefused, type ScoredToken } from "#lib/serving/scoring/score-request.ts";
import type { Target } from "./find-target.internal.ts";
import { generationRequestOf } from "./generation-request-of.internal.ts";
import { servedPolicyOf } from "./served-policy-of.internal.ts";

/** A completion as OpenAI chunks; the last one carries the usage. */
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
    // First, and separately: holding a place for sampling while waiting for one for scoring could deadlock.
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
  /** In vLLM's form; null if not requested. */
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

/** How a token is written among the log-probabilities: by its number, from which it can be trained, or as text. */
type TokenStyle = "id" | "text";

type Delta = Extract<GenerationEvent, { type: "delta" }>;

type End = Extract<GenerationEvent, { type: "end" }>;

/** A part of a choice's text, with the tokens that were sampled for it. */
function textChoice({ choice, text, tokens }: Delta, logprobs: object | null) {
  return {
    index: choice,
    delta: text === "" ? {} : { content: text },
    logprobs,
    finish_reason: null,
    token_ids: tokens.map(({ id }) => id),
  };
}

/** The end of a choice, with its tool calls. */
function finishChoice({ choice, finishReason, stopReason, toolCalls }: End, allowsSeveral: boolean) {
  const calls = (allowsSeveral ? toolCalls : toolCalls.slice(0, 1)).map(
    ({ id, name, argumentsText }, index) => ({
      index,
      id,
      type: "function",
      function: { name, arguments: argumentsText },
    }),
  );
  return {
    index: choice,
    delta: calls.length > 0 ? { tool_calls: calls } : {},
    logprobs: null,
    finish_reason: finishReason,
    stop_reason: stopReason,
  };
}

function logprobsOf(tokens: readonly GeneratedToken[], style: TokenStyle) {
  if (tokens.length === 0) return null;
  const content = tokens.map((token) => ({
    ...tokenEntry(token, style),
    top_logprobs: token.top.map((alternative) => tokenEntry(alternative, style)),
  }));
  return { content, refusal: null };
}

function tokenEntry({ id, logprob, bytes }: Omit<GeneratedToken, "top">, style: TokenStyle) {
  const token = style === "id" ? `token_id:${id}` : new TextDecoder().decode(Uint8Array.from(bytes));
  return { token, logprob, bytes };
}

type PromptLogprobs = readonly (object | null)[];

/** The log-probabilities of the prompt's tokens in vLLM's form; null if `count` does not request them. Throws as sampling would. */
async function promptLogprobsOf(
  { policy, fairnessKey, request }: GenerateCall,
  count: number | undefined,
  signal: AbortSignal,
): Promise<PromptLogprobs | null> {
  if (count === undefined) return null;
  const { messages, tools, toolChoice, templateKwargs, promptEnd } = request;
  const texts = [{ kind: "prompt", messages, tools, toolChoice, templateKwargs, promptEnd } as const];
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
