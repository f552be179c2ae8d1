import type { Ctx } from "#lib/access/context.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { isKnownMetric } from "./metrics.ts";

type Judged = { evaluationId: string; metric: string };

/** Refuses, at `loc`, to decide something by a metric that the runs of the evaluation never have. */
export async function requireMetric(
  place: Pick<Ctx, "db" | "project">,
  { evaluationId, metric }: Judged,
  loc: readonly (string | number)[],
): Promise<void> {
  const evaluation = await requireEvaluation(place, evaluationId);
  const { name, datasetName } = evaluation;
  if (!isKnownMetric(evaluation, metric))
    throw wrong(
      loc,
      `${metric} is not measured by ${name}; name one of its graders, exact_match, nll or completion_tokens, or of pairs prefers_chosen`,
    );
  if (metric !== "prefers_chosen") return;
  const { kind } = await place.db.prisma.dataset.findFirstOrThrow({
    where: { projectId: place.project.id, id: evaluation.datasetId },
    select: { kind: true },
  });
  if (kind !== "preference")
    throw wrong(
      loc,
      `prefers_chosen is measured of pairs, and the dataset ${datasetName} of ${name} is of kind ${kind}; name another metric, or an evaluation of a dataset of kind preference`,
    );
}

function wrong(loc: readonly (string | number)[], text: string) {
  return invalidAt(["body", ...loc], { type: "value_error", text });
}
