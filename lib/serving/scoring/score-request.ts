import type { RefusedText } from "#lib/serving/reading/text-to-read.ts";

/** What is found of a text, or why nothing is. */
export type TextScores = ScoredText | RefusedText;

export type ScoredText = {
  /** Tokens before those that are scored. */
  readonly contextTokens: number;
  readonly tokens: readonly ScoredToken[];
};

/** In nats; the very first token of a text has nothing before it, and none. */
export type ScoredToken = {
  readonly id: number;
  readonly logprob: number | null;
  /** Where ranks were asked for. */
  readonly rank?: number;
  readonly text?: string;
  readonly top?: readonly { readonly id: number; readonly logprob: number; readonly text: string }[];
};

export function isRefused(scores: TextScores): scores is RefusedText {
  return "refused" in scores;
}
