"use client";

import { useMemo, useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { JobStateBadge } from "#components/run/state/job-state.tsx";
import { isEndState, type LiveJob } from "#components/run/state/live-job.ts";
import { ChartBoard } from "#components/training/chart/chart-board.tsx";
import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import type { Range } from "#components/training/chart/frame/chart-view.ts";
import { curveAxis, curvePoints } from "#components/training/chart/frame/job-curves.ts";
import type { StepAxis } from "#components/training/chart/frame/step-axis.ts";
import { LineSwatch } from "#components/training/chart/line-swatch.tsx";
import { useChartView } from "#components/training/chart/use-chart-view.ts";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { CompareSettings } from "./compare-settings.tsx";
import { CompareTable } from "./compare-table.tsx";
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
  const names = [...curves.main, ...(showsMore ? curves.more : [])];
  const linesOf = (name: string): ChartLine[] =>
    curves.runs.flatMap(({ job, data }, at) => {
      const axis = axes[at];
      return axis ? [{ id: job.id, label: labels[at] ?? "", points: curvePoints(data, name), axis }] : [];
    });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <RunList jobs={jobs} labels={labels} />
      <ChartBoard
        view={view}
        onView={changeView}
        curves={{ ...curves, isPending: curves.isPending && names.length === 0 }}
        problem="Some curves could not be loaded."
        names={names}
        linesOf={linesOf}
        syncKey="compare"
        extent={extent}
        isEnded={jobs.every(({ state }) => isEndState(state))}
        showsMore={showsMore}
        onShowsMore={setShowsMore}
        empty={<p className="p-4 text-muted text-sm">None of these jobs has completed a step yet.</p>}
      />
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
      {jobs.map(({ id, state, waitingFor, createdAt }, at) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <LineSwatch line={at} />
          <Link
            href={projectHref({ entity, project }, "training", id)}
            className="min-w-0 truncate rounded-sm font-medium underline-offset-2 hover:underline"
          >
            {labels[at]}
          </Link>
          <JobStateBadge state={state} waitingFor={waitingFor} />
          <Time value={createdAt} className="text-muted text-xs" />
          {at === 0 ? <span className="text-faint text-xs">baseline</span> : null}
        </li>
      ))}
    </ul>
  );
}
