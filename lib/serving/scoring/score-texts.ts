import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import type { RankedScores, ScoreRequest, Scorer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { UnrenderableMessage } from "#lib/engine/text/unrenderable-message.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { leastTokens } from "#lib/serving/generation/least-tokens.internal.ts";
import { promptTokensOf } from "#lib/serving/generation/prompt-tokens.internal.ts";
import type { RefusedText, ScoredText, ScoredToken, ScoreText, TextScores } from "./score-request.ts";

/** Readers of log-probabilities know no infinity. */
const MIN_LOGPROB = -9999;

type Scoring = { readonly format: ChatFormat; readonly scorer: Scorer };

/** Scores texts; one that cannot be written or is too long is refused by itself, and the others are scored. */
export async function scoreTexts(
  { format, scorer }: Scoring,
  texts: readonly ScoreText[],
  request: ScoreRequest,
): Promise<TextScores[]> {
  const read = texts.map((text) => readText(text, format, scorer.contextLength));
  const sequences = read.flatMap((one) => ("tokenIds" in one ? [one] : []));
  const scores = (await scorer.score(sequences, request)).values();
  return read.map((one) => {
    if (!("tokenIds" in one)) return one;
    const next = scores.next();
    if (next.done) throw new Error("The engine gave fewer scores than there are texts");
    return scoredText(one, next.value, format);
  });
}

type ReadText = { readonly tokenIds: readonly number[]; readonly start: number };

function readText(text: ScoreText, format: ChatFormat, contextLength: number): ReadText | RefusedText {
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

function scoredText({ tokenIds, start }: ReadText, scores: RankedScores, format: ChatFormat): ScoredText {
  const tokens = tokenIds.slice(start).map((id, index): ScoredToken => {
    const at = start + index;
    const logprob = at === 0 ? null : bounded(scores.logprobs[at] ?? 0);
    const ranked = scores.ranking?.[at];
    if (!ranked) return { id, logprob };
    const top = ranked.top.map(([other, value]) => ({
      id: other,
      logprob: bounded(value),
      text: textOf(other, format),
    }));
    return { id, logprob, rank: ranked.rank, text: textOf(id, format), top };
  });
  return { contextTokens: start, tokens };
}

function bounded(logprob: number): number {
  return Math.max(logprob, MIN_LOGPROB);
}

function textOf(id: number, { tokenizer }: ChatFormat): string {
  return new TextDecoder().decode(Uint8Array.from(tokenizer.tokenBytes(id)));
}
