import { formatMetric } from "#components/run/metrics/metric-points.ts";
import { axisFormat } from "#components/training/chart/frame/axis-format.ts";
import type { ChartLine, Frame } from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView } from "#components/training/chart/frame/chart-view.ts";
import { type LineReading, lineReadings } from "./line-readings.ts";
import { LineSwatch } from "./line-swatch.tsx";

type LinesReadoutProps = {
  lines: readonly ChartLine[];
  frame: Frame;
  view: ChartView;
  hovered: number | null;
  /** Whether nothing more comes. */
  isEnded: boolean;
};

/** What each line says at the cursor, or at its newest step, and how far it is from the first one at the same step. */
export function LinesReadout({ lines, frame, view, hovered, isEnded }: LinesReadoutProps) {
  const readings = lineReadings(lines, frame, { view, hovered });
  const place = hovered === null ? (isEnded ? "At the end" : "Newest") : `At ${placeText(hovered, view)}`;
  return (
    <div className="mb-1 text-xs tabular-nums">
      <p aria-hidden="true" className="text-faint">
        {place}
      </p>
      <ul aria-label={place} className="flex flex-wrap gap-x-4 gap-y-0.5">
        {lines.map(({ id, label }, at) => (
          <li key={id} className="flex min-w-0 max-w-full items-center gap-1.5">
            <LineSwatch line={at} />
            <span title={label} className="min-w-0 max-w-56 truncate text-muted">
              {label}
            </span>
            <Reading reading={readings[at]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function placeText(x: number, view: ChartView): string {
  const unit = { step: `${view.unit ?? "step"} `, tokens: "", time: "" }[view.x];
  return `${unit}${axisFormat(view.x)(Math.round(x))}${view.x === "tokens" ? " tokens" : ""}`;
}

/** `6.79 at step 22 (+2.855 at step 22)` */
function Reading({ reading }: { reading: LineReading | undefined }) {
  if (!reading || reading.value === null) return <span className="text-faint">–</span>;
  const { value, place, difference } = reading;
  return (
    <>
      {formatMetric(value)}
      {place === null ? null : <span className="whitespace-nowrap text-faint">{place}</span>}
      {difference === null ? null : (
        <span className="whitespace-nowrap text-muted">
          ({difference.value > 0 ? "+" : ""}
          {formatMetric(difference.value)}
          {difference.place === null || difference.place === place ? "" : ` at ${difference.place}`})
        </span>
      )}
    </>
  );
}
