import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { promptTokensOf, requirePossibleLength } from "./prompt-tokens.internal.ts";
import { charactersIn, readTexts, SHORT_CHARACTERS } from "./read-texts.internal.ts";
import type { PromptRequest } from "./text-to-read.ts";

/** As `promptTokensOf`; a long prompt is read in a thread. */
export async function readPrompt(
  request: PromptRequest,
  format: ChatFormat,
  contextLength: number,
): Promise<readonly number[]> {
  const { messages, tools, toolChoice, templateKwargs, promptEnd } = request;
  const parts = { messages, tools, toolChoice, templateKwargs, promptEnd };
  if (charactersIn(parts) <= SHORT_CHARACTERS) return promptTokensOf(parts, format, contextLength);
  requirePossibleLength(parts, format, contextLength);
  const [read] = await readTexts([{ kind: "prompt", ...parts }], format, contextLength);
  if (!read) throw new Error("The thread read no text");
  if ("tokenIds" in read) return read.tokenIds;
  const { refused, code } = read;
  throw new Rejected(refused, { param: "messages", ...(code === null ? {} : { code }) });
}
