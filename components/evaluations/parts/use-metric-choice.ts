import { useQuery } from "@tanstack/react-query";
import { someRowsQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { type Evaluation, MAX_SUBJECTS } from "#lib/contract/evaluation/evaluations.ts";
import { comparisonQuery, evaluationQuery } from "./evaluation-queries.ts";
import {
  arePairs,
  haveReferences,
  isFreeText,
  isOfPairs,
  metricsOf,
  metricWarning,
  proposedMetric,
} from "./metric-choice.ts";

type MetricChoice = {
  /** The metric to begin with; null while what it hangs on is read. */
  proposed: string | null;
  /** Those to choose from. */
  metrics: readonly string[];
  warningOf: (metric: string) => string | null;
  /** Whether it is known that nothing has been measured yet. */
  isUnmeasured: boolean;
};

/** What speaks for and against the metrics of an evaluation, by its newest runs, or by its references where there is none. */
export function useMetricChoice(
  evaluation: Evaluation | undefined,
  { isGuard }: { isGuard: boolean },
): MetricChoice {
  const { projectId } = useProject();
  const { id = "", datasetId = "", version = null } = evaluation ?? {};
  const one = useQuery({ ...evaluationQuery(projectId, id), enabled: id !== "" });
  const ended = one.data?.runs.filter(({ state }) => state === "completed").slice(0, MAX_SUBJECTS);
  const runs = (ended ?? []).map((run) => run.id);
  const comparison = useQuery({
    ...comparisonQuery(projectId, { evaluationId: id, runs, baseline: null }),
    placeholderData: undefined,
  });
  const hasNone = ended?.length === 0;
  const rows = useQuery({ ...someRowsQuery(projectId, { datasetId, number: version }), enabled: hasNone });
  const measured = runs.length > 0 ? (comparison.data ?? null) : null;
  // Where something cannot be read, what is known is enough to begin with.
  const isRead = one.isError || (hasNone ? !rows.isPending : ended !== undefined && !comparison.isPending);
  const hasPairs = measured?.metrics.some(isOfPairs) ?? arePairs(rows.data?.rows ?? []);
  return {
    metrics: metricsOf(evaluation, { hasPairs }),
    proposed:
      evaluation && isRead
        ? proposedMetric(evaluation, {
            measured,
            isFreeText: isFreeText(rows.data?.rows ?? []),
            hasReferences: haveReferences(rows.data?.rows ?? []),
            ...{ hasPairs, isGuard },
          })
        : null,
    isUnmeasured: hasNone === true,
    warningOf: (metric) => metricWarning(metric, measured),
  };
}
