import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { leastTokens } from "./least-tokens.internal.ts";
import type { PromptRequest } from "./text-to-read.ts";

/** The prompt's tokens, which leave room for at least one more. Throws `UnrenderableMessage`, `ContextTooLong` or `Rejected`. */
export function promptTokensOf(request: PromptRequest, format: ChatFormat, contextLength: number): number[] {
  requirePossibleLength(request, format, contextLength);
  const { messages, tools, toolChoice, templateKwargs, promptEnd } = request;
  const offered = toolChoice === "none" ? [] : tools;
  const options = { ...(offered.length > 0 ? { tools: offered } : {}), templateKwargs };
  const tokenIds =
    promptEnd === "continues"
      ? format.begunReplyTokens(messages, options)
      : format.promptTokens(messages, { ...options, addGenerationPrompt: promptEnd === "asks" });
  if (tokenIds.length >= contextLength) throw new ContextTooLong(tokenIds.length, contextLength);
  return tokenIds;
}

/** Throws `Rejected` for a prompt that is too long however it is read. */
export function requirePossibleLength(
  { messages }: PromptRequest,
  format: ChatFormat,
  contextLength: number,
): void {
  const least = Math.floor(leastTokens(messages, format.tokenizer));
  if (least >= contextLength)
    throw new Rejected(
      `The prompt has more than ${least} tokens, and prompt and completion together may have ${contextLength}; shorten the prompt`,
      { code: "context_length_exceeded", param: "messages" },
    );
}
