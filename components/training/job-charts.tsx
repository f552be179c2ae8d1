"use client";

import { useMemo, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { ErrorBanner } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { TrainingJob } from "#lib/contract/training.ts";
import type { ChartLine } from "./chart/chart-frame.ts";
import { ChartToolbar } from "./chart/chart-toolbar.tsx";
import type { ChartView } from "./chart/chart-view.ts";
import { type CurveData, curveAxis, curvePoints } from "./chart/job-curves.ts";
import { MetricChart } from "./chart/metric-chart.tsx";
import type { StepAxis } from "./chart/step-axis.ts";
import { useChartView } from "./chart/use-chart-view.ts";
import { useJobCurves } from "./chart/use-job-curves.ts";
import { isEndState, type LiveJob } from "./live-job.ts";
import { metricTitle } from "./metric-points.ts";
import { MoreMetrics } from "./more-metrics.tsx";

type JobChartsProps = {
  job: Pick<TrainingJob, "id" | "state" | "trainingStart">;
  live: LiveJob;
  /** A step was clicked. */
  onStep: (step: number) => void;
};

/** The metrics of a job over its steps, under one set of controls. */
export function JobCharts({ job, live, onStep }: JobChartsProps) {
  const [view, changeView] = useChartView();
  const [showsMore, setShowsMore] = useState(false);
  const startedAt = job.trainingStart ?? live.states.find(({ state }) => state === "running")?.since ?? null;
  const curves = useJobCurves(job.id, live, { view, startedAt, showsMore });
  const axis = useMemo(() => curveAxis(curves.data, view.x), [curves.data, view.x]);
  const names = [...curves.main, ...(showsMore ? curves.more : [])];
  return (
    <div className="min-w-0">
      <ChartToolbar view={view} hasTokens={curves.hasTokens} onChange={changeView} />
      {curves.error ? (
        <ErrorBanner
          title="The earlier steps could not be loaded."
          detail={explainError(curves.error)}
          onRetry={curves.refetch}
        />
      ) : null}
      {names.length > 0 ? (
        <div className="grid gap-x-6 gap-y-5 p-4 lg:grid-cols-2 2xl:grid-cols-3">
          {names.map((name) => (
            <JobChart
              key={name}
              name={name}
              jobId={job.id}
              data={curves.data}
              axis={axis}
              view={view}
              onChange={changeView}
              onStep={onStep}
            />
          ))}
        </div>
      ) : curves.isPending ? (
        <div className="p-4">
          <SkeletonLines label="Loading the curves" lines={8} />
        </div>
      ) : (
        <p className="flex h-32 items-center justify-center px-4 text-muted text-sm">
          {isEndState(job.state) ? "No step was done." : "The curves begin with the first step."}
        </p>
      )}
      <MoreMetrics count={curves.more.length} isShown={showsMore} onChange={setShowsMore} />
    </div>
  );
}

type JobChartProps = {
  name: string;
  jobId: string;
  data: CurveData;
  axis: StepAxis;
  view: ChartView;
  onChange: (change: Partial<ChartView>) => void;
  onStep: (step: number) => void;
};

function JobChart({ name, jobId, data, axis, view, onChange, onStep }: JobChartProps) {
  const title = metricTitle(name);
  const lines = useMemo(
    (): ChartLine[] => [{ id: name, label: title, points: curvePoints(data, name), axis }],
    [name, title, data, axis],
  );
  return (
    <MetricChart
      title={title}
      lines={lines}
      view={view}
      syncKey={jobId}
      onZoom={(zoom) => onChange({ zoom })}
      onPick={(x) => onStep(Math.max(1, Math.round(axis.toStep(x))))}
    />
  );
}
