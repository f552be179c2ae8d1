import type {
  EvaluationAnswer,
  EvaluationResult,
  EvaluationScore,
} from "#lib/contract/evaluation/evaluation-runs.ts";

export function scoreOf({ scores }: EvaluationAnswer, metric: string): EvaluationScore | undefined {
  return scores.find((one) => one.metric === metric);
}

/** `Row 3`, and of several answers `Row 3, answer 2`. */
export function rowLabel({ position, sample }: Pick<EvaluationResult, "position" | "sample">): string {
  return sample > 0 ? `Row ${position + 1}, answer ${sample + 1}` : `Row ${position + 1}`;
}

/** Distinguishes the answers of a run. */
export function resultKey({ position, sample }: Pick<EvaluationResult, "position" | "sample">): string {
  return `${position} ${sample}`;
}
