import type { GeneratedToken, GenerationEvent } from "#lib/serving/generation/generation-event.ts";

/** How a token is written among the log-probabilities: by its number, from which it can be trained, or as text. */
export type TokenStyle = "id" | "text";

type Delta = Extract<GenerationEvent, { type: "delta" }>;
type End = Extract<GenerationEvent, { type: "end" }>;

/** A part of a choice's text, with the tokens that were sampled for it. */
export function textChoice({ choice, text, tokens }: Delta, logprobs: object | null) {
  return {
    index: choice,
    delta: text === "" ? {} : { content: text },
    logprobs,
    finish_reason: null,
    token_ids: tokens.map(({ id }) => id),
  };
}

/** The end of a choice, with its tool calls. */
export function finishChoice({ choice, finishReason, stopReason, toolCalls }: End, allowsSeveral: boolean) {
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

export function logprobsOf(tokens: readonly GeneratedToken[], style: TokenStyle) {
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
