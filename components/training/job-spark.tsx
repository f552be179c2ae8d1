"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#components/ui/format.ts";
import type { TrainingJob } from "#lib/contract/training.ts";
import { bestOf } from "./best-value.ts";
import type { LiveJob } from "./live-job.ts";
import { LossCurve } from "./loss-curve.tsx";
import { formatMetric, metricTitle, pointsOf } from "./metric-points.ts";
import { sparkQuery } from "./training-queries.ts";

type JobSparkProps = { job: TrainingJob; live: LiveJob | undefined };

/** The loss of a job as a curve as small as a word. */
export function JobSpark({ job, live }: JobSparkProps) {
  const metrics = useQuery(sparkQuery(job));
  const points = pointsOf(metrics.data, { name: "loss", steps: live?.steps ?? [] });
  return <LossCurve label="Loss" points={points} />;
}

/** The best value that a job reached, and at which step. */
export function JobBest({ job, live }: JobSparkProps) {
  const metrics = useQuery(sparkQuery(job));
  const best = bestOf(job.kind, metrics.data, live?.steps ?? []);
  if (!best) return <span className="text-faint">–</span>;
  return (
    <span title={`Best ${metricTitle(best.name).toLowerCase()}`} className="tabular-nums">
      {formatMetric(best.value)} <span className="text-muted text-xs">at {formatCount(best.step)}</span>
    </span>
  );
}
