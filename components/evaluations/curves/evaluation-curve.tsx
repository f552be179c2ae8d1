"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { curveQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { estimateWords, metricLabel, metricValue } from "#components/evaluations/parts/evaluation-texts.ts";
import { runHref } from "#components/evaluations/parts/run-href.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import type { ChartView, Range } from "#components/training/chart/frame/chart-view.ts";
import { MetricChart } from "#components/training/chart/metric-chart.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { CurvePoint } from "#lib/contract/evaluation/evaluation-curves.ts";
import type { MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { curveLines } from "./curve-lines.ts";
import { RetractedPoints } from "./retracted-points.tsx";

type EvaluationCurveProps = {
  evaluation: Evaluation;
  modelId: string;
  view: ChartView;
  /** The steps that all charts of the page show together. */
  extent: Range | null;
  onZoom: (range: Range | null) => void;
};

/** One metric of one evaluation over the steps of a model. */
export function EvaluationCurve({ evaluation, modelId, view, extent, onZoom }: EvaluationCurveProps) {
  const { projectId, entity, project } = useProject();
  const [wanted, setWanted] = useState<string | null>(null);
  const curve = useQuery(curveQuery(projectId, { evaluationId: evaluation.id, modelId, metric: wanted }));
  const open = useOpenRun(evaluation);
  const label = metricLabel(curve.data?.metric ?? "");
  const lines = useMemo(() => (curve.data ? curveLines(label, curve.data) : []), [curve.data, label]);
  if (!curve.data)
    return curve.error ? (
      <QueryError title={`“${evaluation.name}” could not be loaded`} query={curve} />
    ) : (
      <SkeletonLines label={`Loading “${evaluation.name}”`} lines={5} />
    );
  const { metrics, metric, points } = curve.data;
  const unit = metrics.find(({ name }) => name === metric)?.unit;
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-w-0 flex-wrap items-center gap-2">
        <Link
          href={projectHref({ entity, project }, "evaluations", evaluation.id)}
          className="min-w-0 flex-1 truncate rounded-sm text-sm underline underline-offset-2"
        >
          {evaluation.name}
        </Link>
        {metrics.length > 1 ? (
          <span className="w-40">
            <Select
              size="sm"
              aria-label={`Metric of ${evaluation.name}`}
              value={metric}
              onValueChange={setWanted}
              options={metrics.map(({ name }) => ({ value: name, label: metricLabel(name) }))}
            />
          </span>
        ) : null}
      </div>
      {points.length === 0 ? (
        <p className="flex h-32 items-center justify-center text-center text-muted text-sm">
          No run of this model is completed yet.
        </p>
      ) : (
        <>
          <MetricChart
            title={label}
            lines={lines}
            view={view}
            extent={extent}
            syncKey={modelId}
            onZoom={onZoom}
            onPick={(step) => open(points, step)}
          />
          {unit ? <Newest points={points} unit={unit} /> : null}
          <RetractedPoints evaluationId={evaluation.id} points={points} />
          <p className="text-faint text-xs">The band is the 95 % interval. A point opens its run.</p>
        </>
      )}
    </div>
  );
}

/** The newest step in figures, as everywhere else: `Step 1: 0 %, 0–43.4 % · n 5 · Wilson` */
function Newest({ points, unit }: { points: readonly CurvePoint[]; unit: MetricFacts["unit"] }) {
  const newest = points.at(-1);
  if (!newest) return null;
  const { step, estimate } = newest;
  return (
    <p className="text-xs tabular-nums">
      Step {step}: <strong className="font-medium">{metricValue(estimate.value, unit)}</strong>{" "}
      <span className="text-muted">{estimateWords(estimate, unit)}</span>
    </p>
  );
}

/** The way from a step to the run that measured it. */
function useOpenRun({ id: evaluationId }: Evaluation): (points: readonly CurvePoint[], step: number) => void {
  const { entity, project } = useProject();
  const router = useRouter();
  return (points, step) => {
    const found = points.find((point) => point.step === step);
    if (found) router.push(runHref({ entity, project }, { id: found.runId, evaluationId }));
  };
}
