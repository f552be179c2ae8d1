import type { RankedScores, ScoreRequest, Scorer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import type { ReadText } from "#lib/serving/reading/read-text.internal.ts";
import { readTexts } from "#lib/serving/reading/read-texts.internal.ts";
import type { ScoreText } from "#lib/serving/reading/text-to-read.ts";
import type { ScoredText, ScoredToken, TextScores } from "./score-request.ts";

/** Readers of log-probabilities know no infinity. */
const MIN_LOGPROB = -9999;

type Scoring = { readonly format: ChatFormat; readonly scorer: Scorer };

/** Scores texts; one that cannot be written or is too long is refused by itself, and the others are scored. */
export async function scoreTexts(
  { format, scorer }: Scoring,
  texts: readonly ScoreText[],
  request: ScoreRequest,
): Promise<TextScores[]> {
  const read = await readTexts(texts, format, scorer.contextLength);
  const sequences = read.flatMap((one) => ("tokenIds" in one ? [one] : []));
  const scores = (await scorer.score(sequences, request)).values();
  return read.map((one) => {
    if (!("tokenIds" in one)) return one;
    const next = scores.next();
    if (next.done) throw new Error("The engine gave fewer scores than there are texts");
    return scoredText(one, next.value, format);
  });
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
