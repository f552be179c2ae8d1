import { formatMetric, type MetricPoint } from "./metric-points.ts";
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from "./spark-path.ts";

type LossCurveProps = {
  label: string;
  points: readonly MetricPoint[];
  /** The job has ended without success; its curve is grey. */
  isStopped?: boolean;
};

/** A loss as a curve as small as a word; a dash where no step was done. `label` says whose it is: `Loss`. */
export function LossCurve({ label, points, isStopped = false }: LossCurveProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <span className="text-faint">–</span>;
  return (
    <svg
      role="img"
      aria-label={`${label} from ${formatMetric(first.mean)} to ${formatMetric(last.mean)}`}
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      className={`h-5 w-24 overflow-visible ${isStopped ? "text-faint" : "text-accent-ink"}`}
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
