import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

/** The page of a run, which its evaluation's page leads to. */
export function runHref(
  place: ProjectPath,
  { id, evaluationId }: Pick<EvaluationRun, "id" | "evaluationId">,
): string {
  return projectHref(place, "evaluations", evaluationId, "runs", id);
}
