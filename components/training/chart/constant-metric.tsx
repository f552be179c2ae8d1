import { formatMetric, type MetricPoint } from "#components/run/metrics/metric-points.ts";

/** The one value of a metric that never moved; null where it did, or where there is too little to say so. */
export function constantOf(points: readonly MetricPoint[]): number | null {
  const [first] = points;
  if (!first || points.length < 2) return null;
  return points.every(({ min, max }) => min === first.min && max === first.min) ? first.min : null;
}

type ConstantMetricsProps = {
  metrics: readonly { name: string; title: string; value: number }[];
};

/** Metrics that never moved need no picture. */
export function ConstantMetrics({ metrics }: ConstantMetricsProps) {
  if (metrics.length === 0) return null;
  return (
    <dl aria-label="Constant metrics" className="flex flex-wrap gap-x-6 gap-y-1 px-4 pb-3 text-sm">
      {metrics.map(({ name, title, value }) => (
        <div key={name} className="flex items-baseline gap-x-2">
          <dt className="text-muted">{title}</dt>
          <dd className="tabular-nums">
            {formatMetric(value)} <span className="text-faint text-xs">at every step</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
