"use client";

import { useMemo, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { ErrorBanner } from "#components/ui/error-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import type { TrainingJob } from "#lib/contract/training.ts";
import { ChartActions } from "./chart/chart-actions.tsx";
import { saveChartPicture, saveChartValues } from "./chart/chart-file.ts";
import type { ChartLine } from "./chart/chart-frame.ts";
import { orderedNames } from "./chart/chart-order.ts";
import { ChartToolbar } from "./chart/chart-toolbar.tsx";
import type { Range } from "./chart/chart-view.ts";
import { HiddenCharts } from "./chart/hidden-charts.tsx";
import { curveAxis, curvePoints } from "./chart/job-curves.ts";
import { LineSwatch } from "./chart/line-swatch.tsx";
import { MetricChart } from "./chart/metric-chart.tsx";
import type { StepAxis } from "./chart/step-axis.ts";
import { useChartOrder } from "./chart/use-chart-order.ts";
import { useChartView } from "./chart/use-chart-view.ts";
import { CompareSettings } from "./compare-settings.tsx";
import { CompareTable } from "./compare-table.tsx";
import { JobStateBadge } from "./job-state.tsx";
import type { LiveJob } from "./live-job.ts";
import { metricTitle } from "./metric-points.ts";
import { MoreMetrics } from "./more-metrics.tsx";
import { useRunCurves } from "./use-run-curves.ts";

type CompareRunsProps = {
  jobs: readonly TrainingJob[];
  live: ReadonlyMap<string, LiveJob>;
  nameOf: (modelId: string) => string;
};

/** The charts, figures and settings of jobs beside each other. */
export function CompareRuns({ jobs, live, nameOf }: CompareRunsProps) {
  const [view, changeView] = useChartView();
  const [showsMore, setShowsMore] = useState(false);
  const curves = useRunCurves(jobs, { view, showsMore, live });
  const labels = labelsOf(jobs, nameOf);
  const axes = curves.runs.map(({ data }) => curveAxis(data, view.x));
  const extent = useExtent(axes, jobs);
  const [order, changeOrder] = useChartOrder();
  const names = [...curves.main, ...(showsMore ? curves.more : [])];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <RunList jobs={jobs} labels={labels} />
      <ChartToolbar view={view} hasTokens={curves.hasTokens} onChange={changeView} />
      {curves.error ? (
        <ErrorBanner
          title="Some curves could not be loaded."
          detail={explainError(curves.error)}
          onRetry={curves.refetch}
        />
      ) : null}
      {names.length === 0 && !curves.isPending ? (
        <p className="p-4 text-muted text-sm">None of these jobs has done a step yet.</p>
      ) : null}
      <div className="grid gap-x-6 gap-y-5 p-4 lg:grid-cols-2">
        {orderedNames(names, order).map((name) => {
          const title = metricTitle(name);
          const lines = curves.runs.flatMap(({ job, data }, at): ChartLine[] => {
            const axis = axes[at];
            return axis
              ? [{ id: job.id, label: labels[at] ?? "", points: curvePoints(data, name), axis }]
              : [];
          });
          return (
            <MetricChart
              key={name}
              title={title}
              lines={lines}
              view={view}
              extent={extent}
              syncKey="compare"
              isLarge={order.large === name}
              actions={(box) => (
                <ChartActions
                  name={name}
                  title={title}
                  order={order}
                  onOrder={changeOrder}
                  onPicture={() => saveChartPicture(title, box.current)}
                  onValues={() => saveChartValues(title, lines)}
                />
              )}
              onZoom={(zoom) => changeView({ zoom })}
            />
          );
        })}
      </div>
      <HiddenCharts
        count={names.filter((name) => order.hidden.includes(name)).length}
        onShow={() => changeOrder({ hidden: [] })}
      />
      <MoreMetrics count={curves.more.length} isShown={showsMore} onChange={setShowsMore} />
      <CompareTable runs={curves.runs} labels={labels} names={names} isPending={curves.isPending} />
      <CompareSettings jobs={jobs} labels={labels} />
    </div>
  );
}

/** From the first step to the last one of the longest job, on which all charts agree. */
function useExtent(axes: readonly StepAxis[], jobs: readonly TrainingJob[]): Range | null {
  const from = Math.min(...axes.map((axis) => axis.toX(1)));
  const to = Math.max(...axes.map((axis, at) => axis.toX(jobs[at]?.step ?? 1)));
  return useMemo(() => (from < to ? { from, to } : null), [from, to]);
}

/** Jobs by their names, others by those of their models; several jobs of one model are numbered from the oldest. */
function labelsOf(jobs: readonly TrainingJob[], nameOf: (modelId: string) => string): string[] {
  return jobs.map((job) => {
    if (job.name !== null) return job.name;
    const siblings = jobs
      .filter(({ modelId }) => modelId === job.modelId)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    const name = nameOf(job.modelId);
    return siblings.length > 1 ? `${name} ${siblings.indexOf(job) + 1}` : name;
  });
}

function RunList({ jobs, labels }: { jobs: readonly TrainingJob[]; labels: readonly string[] }) {
  const { entity, project } = useProject();
  return (
    <ul aria-label="Jobs" className="flex flex-wrap gap-x-6 gap-y-2 border-line border-b px-4 py-3 text-sm">
      {jobs.map(({ id, state, createdAt }, at) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <LineSwatch line={at} />
          <Link
            href={projectHref({ entity, project }, "training", id)}
            className="min-w-0 truncate rounded-sm font-medium underline-offset-2 hover:underline"
          >
            {labels[at]}
          </Link>
          <JobStateBadge state={state} />
          <Time value={createdAt} className="text-muted text-xs" />
          {at === 0 ? <span className="text-faint text-xs">baseline</span> : null}
        </li>
      ))}
    </ul>
  );
}
