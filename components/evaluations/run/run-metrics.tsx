"use client";

import { useQuery } from "@tanstack/react-query";
import { comparisonQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import {
  estimateWords,
  metricCaution,
  metricHelp,
  metricLabel,
  metricValue,
} from "#components/evaluations/parts/evaluation-texts.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

/** Each metric with its interval, how it was computed and of how many answers. */
export function RunMetrics({ run }: { run: EvaluationRun }) {
  const { projectId } = useProject();
  const { evaluationId, id, done } = run;
  const measured = useQuery({
    ...comparisonQuery(projectId, { evaluationId, runs: [id], baseline: null }),
    enabled: done > 0,
  });
  if (done === 0) return null;
  if (!measured.data)
    return (
      <div className="border-line border-b px-4 py-3">
        {measured.error ? (
          <QueryError title="The metrics could not be loaded" query={measured} />
        ) : (
          <SkeletonLines label="Loading the metrics" lines={2} />
        )}
      </div>
    );
  const cells = measured.data.subjects[0]?.cells ?? [];
  return <MetricList metrics={measured.data.metrics} cells={cells} />;
}

type MetricListProps = { metrics: readonly MetricFacts[]; cells: readonly ComparisonCell[] };

export function MetricList({ metrics, cells }: MetricListProps) {
  return (
    <dl
      aria-label="Metrics"
      className="grid shrink-0 grid-cols-2 gap-x-6 gap-y-3 border-line border-b px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-10"
    >
      {metrics.map((metric) => {
        const cell = cells.find((one) => one.metric === metric.name);
        return cell ? (
          <div key={metric.name} className="min-w-0">
            <dt className="truncate text-muted text-xs" title={metricHelp(metric.name)}>
              {metricLabel(metric.name)}
            </dt>
            <dd className="min-w-0 tabular-nums">
              <span className="block font-medium text-lg leading-6">
                {metricValue(cell.estimate.value, metric.unit)}
              </span>
              <span className="block text-muted text-xs">{estimateWords(cell.estimate, metric.unit)}</span>
              {metricCaution(metric) ? (
                <span className="block text-muted text-xs">{metricCaution(metric)}</span>
              ) : null}
              {cell.masked > 0 ? (
                <span className="block text-warning-ink text-xs">
                  {countOf(cell.masked, "answer")} masked
                </span>
              ) : null}
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}
