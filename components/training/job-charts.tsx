"use client";

import { useMemo, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { ErrorBanner } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { TrainingJob } from "#lib/contract/training.ts";
import { ChartActions } from "./chart/chart-actions.tsx";
import { saveChartPicture, saveChartValues } from "./chart/chart-file.ts";
import type { ChartLine } from "./chart/chart-frame.ts";
import { type ChartOrder, orderedNames } from "./chart/chart-order.ts";
import { ChartToolbar } from "./chart/chart-toolbar.tsx";
import type { ChartView } from "./chart/chart-view.ts";
import { ConstantMetrics, constantOf } from "./chart/constant-metric.tsx";
import { HiddenCharts } from "./chart/hidden-charts.tsx";
import { type CurveData, curveAxis, curvePoints } from "./chart/job-curves.ts";
import { MetricChart } from "./chart/metric-chart.tsx";
import type { StepAxis } from "./chart/step-axis.ts";
import { useChartOrder } from "./chart/use-chart-order.ts";
import { useChartView } from "./chart/use-chart-view.ts";
import { useJobCurves } from "./chart/use-job-curves.ts";
import { isEndState, isStopped, type LiveJob } from "./live-job.ts";
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
  const [order, changeOrder] = useChartOrder();
  const all = [...curves.main, ...(showsMore ? curves.more : [])];
  const { moving, constant } = split(curves.data, all);
  const names = orderedNames(moving, order);
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
      {curves.isPending ? (
        <div className="p-4">
          <SkeletonLines label="Loading the curves" lines={8} />
        </div>
      ) : all.length > 0 ? (
        <div className="grid gap-x-6 gap-y-5 p-4 lg:grid-cols-2 2xl:grid-cols-3">
          {names.map((name) => (
            <JobChart
              key={name}
              name={name}
              jobId={job.id}
              isStopped={isStopped(job.state)}
              data={curves.data}
              axis={axis}
              view={view}
              order={order}
              onOrder={changeOrder}
              onChange={changeView}
              onStep={onStep}
            />
          ))}
        </div>
      ) : (
        <p className="flex h-32 items-center justify-center px-4 text-muted text-sm">
          {isEndState(job.state) ? "No step was done." : "The curves begin with the first step."}
        </p>
      )}
      <ConstantMetrics
        metrics={constant.map(({ name, value }) => ({ name, value, title: metricTitle(name) }))}
      />
      <HiddenCharts
        count={all.filter((name) => order.hidden.includes(name)).length}
        onShow={() => changeOrder({ hidden: [] })}
      />
      <MoreMetrics count={curves.more.length} isShown={showsMore} onChange={setShowsMore} />
    </div>
  );
}

/** Metrics that move, and those that never did. */
function split(data: CurveData, names: readonly string[]) {
  const moving: string[] = [];
  const constant: { name: string; value: number }[] = [];
  for (const name of names) {
    const value = constantOf(curvePoints(data, name));
    if (value === null) moving.push(name);
    else constant.push({ name, value });
  }
  return { moving, constant };
}

type JobChartProps = {
  name: string;
  jobId: string;
  isStopped: boolean;
  data: CurveData;
  axis: StepAxis;
  view: ChartView;
  order: ChartOrder;
  onOrder: (change: Partial<ChartOrder>) => void;
  onChange: (change: Partial<ChartView>) => void;
  onStep: (step: number) => void;
};

function JobChart(props: JobChartProps) {
  const { name, jobId, isStopped: hasStopped, data, axis, view, order, onOrder, onChange, onStep } = props;
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
      isLarge={order.large === name}
      isStopped={hasStopped}
      actions={(box) => (
        <ChartActions
          name={name}
          title={title}
          order={order}
          onOrder={onOrder}
          onPicture={() => saveChartPicture(title, box.current)}
          onValues={() => saveChartValues(title, lines)}
        />
      )}
      onZoom={(zoom) => onChange({ zoom })}
      onPick={(x) => onStep(Math.max(1, Math.round(axis.toStep(x))))}
    />
  );
}
