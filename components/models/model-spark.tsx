"use client";

import { useQuery } from "@tanstack/react-query";
import { bestOf } from "#components/training/best-value.ts";
import { formatMetric, metricTitle, pointsOf } from "#components/training/metric-points.ts";
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from "#components/training/spark-path.ts";
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
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return NOTHING;
  return (
    <svg
      role="img"
      aria-label={`Loss of the last job from ${formatMetric(first.mean)} to ${formatMetric(last.mean)}`}
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      className="h-5 w-24 overflow-visible text-accent-ink"
    >
      <path
        d={sparkPath(points)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
    </svg>
  );
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
