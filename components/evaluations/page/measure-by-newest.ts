import { measuresLike, newerName } from "#components/evaluations/kept/kept-graders.ts";
import { call } from "#lib/client/call.ts";
import {
  createEvaluation,
  type Evaluation,
  type EvaluationGrader,
  queryEvaluations,
  updateEvaluation,
} from "#lib/contract/evaluation/evaluations.ts";

/** Of one dataset nobody keeps more. */
const LOOKED_AT = 100;

/**
 * The evaluation that measures the same by other graders: this one, where nothing was measured by it yet; one that is there already; or a
 * new one. What was measured stays what it was.
 */
export async function measureByNewest(
  projectId: string,
  evaluation: Evaluation,
  graders: readonly EvaluationGrader[],
): Promise<string> {
  const { id, datasetId, version, sampling, runCount } = evaluation;
  const measures = {
    ...{ datasetId, sampling, graders: [...graders] },
    ...(version === null ? {} : { version }),
  };
  if (runCount === 0) {
    await call(updateEvaluation, { projectId, evaluationId: id, measures });
    return id;
  }
  const page = { projectId, datasetId, limit: LOOKED_AT, offset: 0 };
  const { evaluations } = await call(queryEvaluations, page);
  const same = evaluations.find((one) => !one.isArchived && measuresLike(one, evaluation, graders));
  if (same) return same.id;
  const name = newerName(evaluation.name, new Set(evaluations.map((one) => one.name)));
  return (await call(createEvaluation, { projectId, name, ...measures })).evaluation.id;
}
