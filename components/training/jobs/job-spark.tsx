"use client";

import { LossCurve } from "#components/run/metrics/loss-curve.tsx";
import { formatMetric, metricTitle, pointsOf } from "#components/run/metrics/metric-points.ts";
import { recentOf, recentText } from "#components/run/metrics/recent-value.ts";
import { useSmallCurves } from "#components/run/metrics/use-small-curves.tsx";
import { isStopped, type LiveJob } from "#components/run/state/live-job.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type JobSparkProps = { job: TrainingJob; live: LiveJob | undefined };

/** The loss of a job as a curve as small as a word. */
export function JobSpark({ job, live }: JobSparkProps) {
  const curves = useSmallCurves(job);
  const points = pointsOf(curves, { name: "loss", steps: live?.steps ?? [] });
  return <LossCurve label="Loss" points={points} isStopped={isStopped(live?.state ?? job.state)} />;
}

/** What the job came to: the mean of its last steps. */
export function JobRecent({ job, live }: JobSparkProps) {
  const curves = useSmallCurves(job);
  const recent = recentOf(job.kind, curves, live?.steps ?? []);
  if (!recent) return <span className="text-faint">–</span>;
  const name = metricTitle(recent.name);
  return (
    <span title={recentText(recent)} className="tabular-nums">
      {formatMetric(recent.value)} <span className="text-muted text-xs">{name.toLowerCase()}</span>
    </span>
  );
}
