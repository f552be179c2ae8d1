import type { Grader } from "#lib/contract/evaluation/grader.ts";

/** Whether a score is a pass: from the grader's threshold on; null where the grader has none and its scores are no yes or no. */
export function passes(grader: Grader, score: number): boolean | null {
  const threshold = thresholdOf(grader);
  return threshold === null ? null : score >= threshold;
}

/** Null where a grader has none. */
export function thresholdOf(grader: Grader): number | null {
  switch (grader.type) {
    case "string_check":
    case "spindle.number_match":
    case "spindle.json_schema":
    case "spindle.tool_call":
      return 1;
    case "label_model":
      return grader.passThreshold ?? 0.5;
    default:
      return grader.passThreshold ?? null;
  }
}
