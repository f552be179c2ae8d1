"use client";

import { useQuery } from "@tanstack/react-query";
import { bestOf } from "#components/training/best-value.ts";
import { LossCurve } from "#components/training/loss-curve.tsx";
import { formatMetric, metricTitle, pointsOf } from "#components/training/metric-points.ts";
import { sparkQuery } from "#components/training/training-queries.ts";
import { formatCount } from "#components/ui/format.ts";
import type { ModelWithSteps } from "#lib/contract/models.ts";

type LastJob = NonNullable<ModelWithSteps["lastJob"]>;

const NOTHING = <span className="text-faint">–</span>;

/** The loss of a model's last job as a curve as small as a word. */
export function ModelSpark({ model: { lastJob } }: { model: ModelWithSteps }) {
  return lastJob ? <Curve job={lastJob} /> : NOTHING;
}

function Curve({ job }: { job: LastJob }) {
  const metrics = useQuery(sparkQuery(job));
  const points = pointsOf(metrics.data, { name: "loss", steps: [] });
  return <LossCurve label="Loss of the last job" points={points} />;
}

/** The best value that a model's last job reached, and at which of its steps. */
export function ModelBest({ model: { lastJob } }: { model: ModelWithSteps }) {
  return lastJob ? <Best job={lastJob} /> : NOTHING;
}

function Best({ job }: { job: LastJob }) {
  const metrics = useQuery(sparkQuery(job));
  const best = bestOf(job.kind, metrics.data, []);
  if (!best) return NOTHING;
  return (
    <span className="tabular-nums">
      <span className="text-muted text-xs">{metricTitle(best.name).toLowerCase()}</span>{" "}
      {formatMetric(best.value)} <span className="text-muted text-xs">at {formatCount(best.step)}</span>
    </span>
  );
}
