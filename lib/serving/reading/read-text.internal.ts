import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { UnrenderableMessage } from "#lib/engine/text/unrenderable-message.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { leastTokens } from "./least-tokens.internal.ts";
import { promptTokensOf } from "./prompt-tokens.internal.ts";
import type { RefusedText, ScoreText } from "./text-to-read.ts";

/** The tokens of a text; those before `start` are only read. */
export type ReadText = { readonly tokenIds: readonly number[]; readonly start: number };

/** Tokens as the engine takes them, or why there are none. */
export function readText(text: ScoreText, format: ChatFormat, contextLength: number): ReadText | RefusedText {
  try {
    const read = tokensOf(text, format, contextLength);
    if (read.tokenIds.length > contextLength) throw new ContextTooLong(read.tokenIds.length, contextLength);
    return read;
  } catch (error) {
    if (error instanceof ContextTooLong) return { refused: error.message, code: "context_length_exceeded" };
    if (error instanceof UnrenderableMessage) return { refused: error.message, code: null };
    if (error instanceof Rejected) return { refused: error.message, code: error.code };
    throw error;
  }
}

function tokensOf(text: ScoreText, format: ChatFormat, contextLength: number): ReadText {
  switch (text.kind) {
    case "prompt":
      return { tokenIds: promptTokensOf(text, format, contextLength), start: 0 };
    case "reply":
      return readReply(text, format, contextLength);
    case "tokens":
      return { tokenIds: text.tokenIds, start: 0 };
  }
}

type ReplyText = Extract<ScoreText, { kind: "reply" }>;

/** By the same cut between prompt and reply as training. */
function readReply(
  { messages, tools, reply }: ReplyText,
  format: ChatFormat,
  contextLength: number,
): ReadText {
  const whole = [...messages, { role: "assistant", content: reply }];
  const least = Math.floor(leastTokens(whole, format.tokenizer));
  if (least > contextLength) throw new ContextTooLong(least, contextLength);
  const segments = format.segments(whole, { tools, replies: [messages.length] });
  const at = segments.findLastIndex(({ messageIndex }) => messageIndex !== null);
  const context = segments.slice(0, at).flatMap(({ tokenIds }) => tokenIds);
  return { tokenIds: [...context, ...(segments[at]?.tokenIds ?? [])], start: context.length };
}
