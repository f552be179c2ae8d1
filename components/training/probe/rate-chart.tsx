import { formatMetric } from "#components/run/metrics/metric-points.ts";
import type { ProbePoint } from "#lib/contract/training/rate-probes.ts";
import { rateChartShape } from "./rate-chart-shape.ts";

const WIDTH = 1000;
const HEIGHT = 200;
const LINE = "fill-none [vector-effect:non-scaling-stroke]";

type RateChartProps = {
  points: readonly ProbePoint[];
  usualRate: number;
  /** Null while rates are being tried, and where none was found. */
  proposedRate: number | null;
};

/** The loss over the rates that were tried, each ten times the one a tick before it. The sentence below it says the same. */
export function RateChart({ points, usualRate, proposedRate }: RateChartProps) {
  const shape = rateChartShape(points, {
    from: usualRate / 10 ** 1.5,
    to: Math.min(1, usualRate * 10 ** 1.5),
  });
  if (!shape) return null;
  const usualX = shape.xOf(usualRate);
  const proposedX = proposedRate === null ? null : shape.xOf(proposedRate);
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        <div
          aria-hidden="true"
          className="flex flex-col justify-between text-right text-2xs text-faint tabular-nums"
        >
          <span>{formatMetric(shape.most)}</span>
          <span>Loss</span>
          <span>{formatMetric(shape.least)}</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={inWords(points)}
          className="block h-32 w-full border-line border-b border-l"
        >
          {shape.ticks.map(({ rate, x }) => (
            <path key={rate} d={upright(x)} className={`${LINE} stroke-line`} />
          ))}
          {usualX === null ? null : (
            <path
              d={upright(usualX)}
              strokeDasharray="4 4"
              className={`${LINE} stroke-edge stroke-[1.5px]`}
            />
          )}
          {proposedX === null ? null : (
            <path d={upright(proposedX)} className={`${LINE} stroke-success stroke-2`} />
          )}
          <polyline
            points={shape.line
              .map(({ x, y }) => `${(x * WIDTH).toFixed(1)},${(y * HEIGHT).toFixed(1)}`)
              .join(" ")}
            className={`${LINE} stroke-2 stroke-accent`}
          />
        </svg>
        <div aria-hidden="true" className="relative col-start-2 h-4 text-2xs text-faint tabular-nums">
          {shape.ticks.map(({ rate, x }) => (
            <span key={rate} style={{ left: `${x * 100}%` }} className="absolute -translate-x-1/2">
              {String(rate)}
            </span>
          ))}
        </div>
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <Mark className="stroke-edge stroke-[1.5px]" dash="4 4" text={`usual rate ${usualRate}`} />
        {proposedRate === null ? null : (
          <Mark className="stroke-success stroke-2" text={`proposed rate ${proposedRate}`} />
        )}
      </figcaption>
    </figure>
  );
}

function upright(x: number): string {
  return `M${(x * WIDTH).toFixed(1)} 0V${HEIGHT}`;
}

function Mark({ className, dash, text }: { className: string; dash?: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 16 2" aria-hidden="true" className="h-0.5 w-4 overflow-visible">
        <path d="M0 1H16" strokeDasharray={dash} className={`${LINE} ${className}`} />
      </svg>
      {text}
    </span>
  );
}

function inWords(points: readonly ProbePoint[]): string {
  const least = points.reduce(
    (best, point) => (point.loss < best.loss ? point : best),
    points[0] as ProbePoint,
  );
  const [first, last] = [points[0] as ProbePoint, points.at(-1) as ProbePoint];
  return `Loss by learning rate: ${at(first)}, least ${at(least)}, last ${at(last)}`;
}

function at({ learningRate, loss }: ProbePoint): string {
  return `${formatMetric(loss)} at ${Number(learningRate.toPrecision(2))}`;
}
