import type { PromptRequest } from "#lib/serving/generation/prompt-tokens.internal.ts";

/** A text to be scored, as plain data: it travels from the process that was asked to the one that computes. */
export type ScoreText =
  /** All tokens of a prompt, as a chat completion would have it. */
  | ({ readonly kind: "prompt" } & PromptRequest)
  /** The tokens of a given reply to a conversation, the one that ends it among them: what training learns of it. */
  | {
      readonly kind: "reply";
      readonly messages: readonly Readonly<Record<string, unknown>>[];
      readonly tools: readonly unknown[];
      readonly reply: string;
    }
  /** Tokens as training made them of a row. */
  | { readonly kind: "tokens"; readonly tokenIds: readonly number[] };

/** What is found of a text, or why nothing is. */
export type TextScores = ScoredText | RefusedText;

export type ScoredText = {
  /** Tokens before those that are scored. */
  readonly contextTokens: number;
  readonly tokens: readonly ScoredToken[];
};

export type RefusedText = { readonly refused: string; readonly code: string | null };

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
