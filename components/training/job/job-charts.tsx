"use client";

import { useCallback, useMemo, useState } from "react";
import { lossNote } from "#components/run/metrics/loss-note.ts";
import { BESIDE, metricTitle } from "#components/run/metrics/metric-points.ts";
import { isEndState, isStopped, type LiveJob } from "#components/run/state/live-job.ts";
import { ChartBoard } from "#components/training/chart/chart-board.tsx";
import { ConstantMetrics, constantOf } from "#components/training/chart/constant-metric.tsx";
import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import { type CurveData, curveAxis, curvePoints } from "#components/training/chart/frame/job-curves.ts";
import { useChartView } from "#components/training/chart/use-chart-view.ts";
import { useJobCurves } from "#components/training/chart/use-job-curves.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type JobChartsProps = {
  job: Pick<TrainingJob, "id" | "kind" | "config" | "state" | "trainingStart" | "interimCheckpoints">;
  live: LiveJob;
  /** A step of a metric was clicked. */
  onStep: (step: number, name: string) => void;
};

/** The metrics of a job over its steps, under one set of controls. */
export function JobCharts({ job, live, onStep }: JobChartsProps) {
  const [view, changeView] = useChartView();
  const [showsMore, setShowsMore] = useState(false);
  const startedAt = job.trainingStart ?? live.states.find(({ state }) => state === "running")?.since ?? null;
  const curves = useJobCurves(job.id, live, { view, startedAt, showsMore });
  const axis = useMemo(() => curveAxis(curves.data, view.x), [curves.data, view.x]);
  const { interimCheckpoints } = job;
  const checkpoints = useMemo(
    () => interimCheckpoints.map(({ jobStep }) => axis.toX(jobStep)),
    [interimCheckpoints, axis],
  );
  const all = [...curves.main, ...(showsMore ? curves.more : [])];
  // What is drawn in the chart of another one has no chart of its own.
  const { moving, constant } = split(
    curves.data,
    all.filter((name) => !all.includes(BESIDE[name] ?? "")),
  );
  const linesOf = useCallback(
    (name: string): ChartLine[] => {
      const beside = Object.keys(BESIDE).filter((other) => BESIDE[other] === name);
      return [name, ...beside].flatMap((line): ChartLine[] => {
        const points = curvePoints(curves.data, line);
        if (points.length === 0 && line !== name) return [];
        return [{ id: line, label: metricTitle(line), points, axis }];
      });
    },
    [curves.data, axis],
  );
  return (
    <div className="min-w-0">
      <ChartBoard
        view={view}
        onView={changeView}
        curves={curves}
        problem="The earlier steps could not be loaded."
        names={moving}
        linesOf={linesOf}
        noteOf={(name) =>
          name === "loss"
            ? lossNote(job, curvePoints(curves.data, name), { isMeasured: all.includes("validation_loss") })
            : null
        }
        syncKey={job.id}
        checkpoints={checkpoints}
        isStopped={isStopped(job.state)}
        isEnded={isEndState(job.state)}
        onPick={(x, name) => onStep(Math.max(1, Math.round(axis.toStep(x))), name)}
        showsMore={showsMore}
        onShowsMore={setShowsMore}
        empty={
          <p className="flex h-32 items-center justify-center px-4 text-muted text-sm">
            {isEndState(job.state) ? "No steps were done." : "The curves start with the first step."}
          </p>
        }
      >
        {constant.length > 0 ? (
          <ConstantMetrics
            metrics={constant.map(({ name, value }) => ({ name, value, title: metricTitle(name) }))}
          />
        ) : null}
      </ChartBoard>
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
