"use client";

import { LossCurve } from "#components/run/metrics/loss-curve.tsx";
import { formatMetric, metricTitle, pointsOf } from "#components/run/metrics/metric-points.ts";
import { recentOf, recentText } from "#components/run/metrics/recent-value.ts";
import { useSmallCurves } from "#components/run/metrics/use-small-curves.tsx";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

type LastJob = NonNullable<ModelWithSteps["lastJob"]>;

const NOTHING = <span className="text-faint">–</span>;

/** The loss of a model's last job as a curve as small as a word. */
export function ModelSpark({ model: { lastJob } }: { model: ModelWithSteps }) {
  return lastJob ? <Curve job={lastJob} /> : NOTHING;
}

function Curve({ job }: { job: LastJob }) {
  const curves = useSmallCurves(job);
  const points = pointsOf(curves, { name: "loss", steps: [] });
  return <LossCurve label="Loss of the last job" points={points} />;
}

/** What a model's last job came to: the mean of its last steps, as its checkpoint has it. */
export function ModelRecent({ model: { lastJob } }: { model: ModelWithSteps }) {
  return lastJob ? <Recent job={lastJob} /> : NOTHING;
}

function Recent({ job }: { job: LastJob }) {
  const curves = useSmallCurves(job);
  const recent = recentOf(job.kind, curves, []);
  if (!recent) return NOTHING;
  const name = metricTitle(recent.name);
  return (
    <span title={recentText(recent)} className="tabular-nums">
      {formatMetric(recent.value)} <span className="text-muted text-xs">{name.toLowerCase()}</span>
    </span>
  );
}
