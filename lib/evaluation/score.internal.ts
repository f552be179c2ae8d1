import type { EvaluationScore } from "#lib/contract/evaluation/evaluation-runs.ts";
import { isDict } from "#lib/contract/fields.ts";

/** What a metric says of an answer, as it is stored. */
export type StoredScore =
  | { readonly score: number; readonly passed: boolean | null }
  | { readonly masked: string };
export type StoredScores = Readonly<Record<string, StoredScore>>;

export function isScored(score: StoredScore | undefined): score is Extract<StoredScore, { score: number }> {
  return score !== undefined && "score" in score;
}

/** The column holds only what the worker wrote. */
export function readScores(stored: unknown): StoredScores {
  return isDict(stored) ? (stored as StoredScores) : {};
}

export function shownScores(scores: StoredScores): EvaluationScore[] {
  return Object.entries(scores).map(([metric, score]) =>
    isScored(score)
      ? { metric, score: score.score, passed: score.passed, masked: null }
      : { metric, score: null, passed: null, masked: score.masked },
  );
}
