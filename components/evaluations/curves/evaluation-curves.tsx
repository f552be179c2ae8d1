"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { useMemo, useState } from "react";
import {
  modelEvaluationsQuery,
  useRefreshEvaluations,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { allCheckpointsQuery } from "#components/run/queries/model-queries.ts";
import type { ChartView, Range } from "#components/training/chart/frame/chart-view.ts";
import { MetricChart } from "#components/training/chart/metric-chart.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { lossLines, stepsOf } from "./curve-lines.ts";
import { EvaluationCurve } from "./evaluation-curve.tsx";

const VIEW = { x: "step", smoothing: 0, logX: false, logY: false, clip: false, isFirstBanded: true } as const;

/** How a model does step by step: each evaluation with its interval beside what its training said, and the lines of gates. */
export function EvaluationCurves({ modelId }: { modelId: string }) {
  const { projectId } = useProject();
  const [zoom, setZoom] = useState<Range | null>(null);
  const view = useMemo((): ChartView => ({ ...VIEW, zoom }), [zoom]);
  const evaluations = useQuery(modelEvaluationsQuery(projectId, modelId));
  const checkpoints = useQuery(allCheckpointsQuery(modelId));
  const refresh = useRefreshEvaluations(projectId);
  useProjectLive(["evaluations", "datasets"], () => void refresh());
  const losses = useMemo(() => lossLines(checkpoints.data ?? []), [checkpoints.data]);
  const extent = useMemo(() => stepsOf(checkpoints.data ?? []), [checkpoints.data]);
  if (evaluations.error && !evaluations.data)
    return <QueryError title="The evaluations could not be loaded" query={evaluations} />;
  if (!evaluations.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the evaluations" lines={6} />
      </div>
    );
  const measured = evaluations.data.evaluations;
  if (measured.length === 0) return <NothingMeasured />;
  return (
    <section
      aria-label="Evaluations by step"
      className="grid content-start gap-x-6 gap-y-5 overflow-y-auto p-4 lg:grid-cols-2 2xl:grid-cols-3"
    >
      {measured.map((evaluation) => (
        <EvaluationCurve
          key={evaluation.id}
          evaluation={evaluation}
          modelId={modelId}
          view={view}
          extent={extent}
          onZoom={setZoom}
        />
      ))}
      {losses.length > 0 ? (
        <MetricChart
          title="Loss"
          lines={losses}
          view={view}
          extent={extent}
          syncKey={modelId}
          onZoom={setZoom}
        />
      ) : null}
    </section>
  );
}

function NothingMeasured() {
  const { entity, project } = useProject();
  return (
    <EmptyState
      icon={<Gauge />}
      title="No evaluation has measured it yet"
      actions={
        <ButtonLink href={projectHref({ entity, project }, "evaluations")}>Go to the evaluations</ButtonLink>
      }
    >
      An evaluation can measure each new checkpoint of this model by itself: choose the model when you make or
      edit one.
    </EmptyState>
  );
}
