import { formatMetric } from "#components/run/metrics/metric-points.ts";
import { axisFormat } from "#components/training/chart/frame/axis-format.ts";
import { type ChartLine, type Frame, nearestMark } from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView } from "#components/training/chart/frame/chart-view.ts";
import { LineSwatch } from "./line-swatch.tsx";

type LinesReadoutProps = {
  lines: readonly ChartLine[];
  frame: Frame;
  view: ChartView;
  hovered: number | null;
};

/** What each line says at the cursor, or at its end, and how far it is from the first one. */
export function LinesReadout({ lines, frame, view, hovered }: LinesReadoutProps) {
  const values = frame.marks.map((marks) => {
    const mark = hovered === null ? marks.at(-1) : nearestMark(marks, hovered);
    return mark ? (mark.smooth ?? mark.point.mean) : null;
  });
  const baseline = values[0] ?? null;
  const unit = { step: `${view.unit ?? "step"} `, tokens: "", time: "" }[view.x];
  const suffix = view.x === "tokens" ? " tokens" : "";
  const place =
    hovered === null ? "At the end" : `At ${unit}${axisFormat(view.x)(Math.round(hovered))}${suffix}`;
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
            <Value value={values[at] ?? null} baseline={at === 0 ? null : baseline} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Value({ value, baseline }: { value: number | null; baseline: number | null }) {
  if (value === null) return <span className="text-faint">–</span>;
  if (baseline === null) return formatMetric(value);
  const delta = value - baseline;
  return (
    <>
      {formatMetric(value)}
      <span className="text-muted">
        ({delta > 0 ? "+" : ""}
        {formatMetric(delta)})
      </span>
    </>
  );
}
