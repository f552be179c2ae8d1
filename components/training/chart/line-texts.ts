import { formatMetric, type MetricPoint } from "#components/run/metrics/metric-points.ts";
import { axisFormat } from "#components/training/chart/frame/axis-format.ts";
import {
  type ChartLine,
  type Frame,
  type Mark,
  nearestMark,
} from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView } from "#components/training/chart/frame/chart-view.ts";
import { formatCount } from "#components/ui/text/format.ts";

/** What stands at a place of a line, or at its end. */
export function lineReadout(marks: readonly Mark[], x: number | null, view: ChartView): string {
  const mark = x === null ? marks.at(-1) : nearestMark(marks, x);
  if (!mark) return "";
  const { point, smooth } = mark;
  const { firstStep, lastStep, min, max, mean } = point;
  const spread = firstStep === lastStep ? "" : ` (${formatMetric(min)} to ${formatMetric(max)})`;
  const smoothed = view.smoothing > 0 && smooth !== null ? ` · smooth ${formatMetric(smooth)}` : "";
  const place = view.x === "step" ? "" : ` · ${axisFormat(view.x)(Math.round(mark.x))}`;
  return `${stepsText(point, view.unit)}${place}: ${formatMetric(mean)}${spread}${smoothed}`;
}

export function stepsText({ firstStep, lastStep }: MetricPoint, unit = "step"): string {
  if (firstStep === lastStep) return `${unit} ${formatCount(firstStep)}`;
  return `${unit}s ${formatCount(firstStep)}–${formatCount(lastStep)}`;
}

/** A picture's curves for those who do not see it. */
export function linesInWords(lines: readonly ChartLine[], { marks }: Frame, unit = "step"): string {
  return marks
    .map((line, at) => {
      const name = lines.length > 1 ? `${lines[at]?.label}: ` : "";
      return `${name}${lineInWords(
        line.map(({ point }) => point),
        unit,
      )}`;
    })
    .join("; ");
}

function lineInWords(points: readonly MetricPoint[], unit: string): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "nothing yet";
  const least = formatMetric(points.reduce((low, { min }) => Math.min(low, min), first.min));
  const most = formatMetric(points.reduce((high, { max }) => Math.max(high, max), first.max));
  const from = `${formatMetric(first.mean)} at ${unit} ${formatCount(first.firstStep)}`;
  const to = `${formatMetric(last.mean)} at ${unit} ${formatCount(last.lastStep)}`;
  return `from ${from} to ${to}, between ${least} and ${most}`;
}
