import type {
  EvaluationAnswer,
  EvaluationResult,
  EvaluationScore,
} from "#lib/contract/evaluation/evaluation-runs.ts";

/** The last thing that was said before the answer. */
export function questionOf({ prompt }: Pick<EvaluationResult, "prompt">): string {
  const content = prompt.at(-1)?.content;
  return typeof content === "string" ? content : JSON.stringify(content ?? "", null, 2);
}

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
