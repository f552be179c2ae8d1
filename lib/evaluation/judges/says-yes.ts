import type { Verdict } from "#lib/contract/annotation/preference.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { thresholdOf } from "#lib/evaluation/graders/passes.ts";

/** From which score on a grader says yes: its threshold, or half of the way where it has none. */
export function yesFrom(grader: Grader): number {
  const threshold = thresholdOf(grader);
  if (threshold !== null) return threshold;
  if (grader.type === "spindle.judge") return middle(Object.values(grader.scores));
  return grader.type === "score_model" ? middle(grader.range) : 0.5;
}

function middle(scores: readonly number[]): number {
  return (Math.min(...scores) + Math.max(...scores)) / 2;
}

/** Whether people's answer is a yes, on the grader's scale, or by the labels that are named as yes; null where it is neither yes nor no there. */
export function isPeoplesYes(
  grader: Grader,
  value: unknown,
  yesValues: readonly string[] = [],
): boolean | null {
  if (typeof value === "string" && yesValues.length > 0) return yesValues.includes(value);
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value >= yesFrom(grader);
  if (typeof value !== "string") return null;
  if (grader.type === "spindle.judge" && Object.hasOwn(grader.scores, value))
    return (grader.scores[value] ?? 0) >= yesFrom(grader);
  if (grader.type === "label_model" && grader.labels.includes(value))
    return grader.passingLabels.includes(value);
  return null;
}

/** Whether people hold the first of a pair for the better one; null of ties. */
export function isFirstBetter(verdict: unknown): boolean | null {
  const known = verdict as Verdict;
  return known === "first" || known === "second" ? known === "first" : null;
}

/** Whether a grader looks at two answers. */
export function judgesPairs(grader: Grader): boolean {
  const definition = JSON.stringify(grader);
  return /\{\{\s*item\.first\b/.test(definition) && /\{\{\s*item\.second\b/.test(definition);
}
