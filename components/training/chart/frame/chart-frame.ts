import type { MetricPoint } from "#components/run/metrics/metric-points.ts";
import type { ChartView, Range } from "./chart-view.ts";
import { debiasedEma, debiasedLogEma } from "./debiased-ema.ts";
import type { StepAxis } from "./step-axis.ts";

/** A metric of one job. */
export type ChartLine = {
  readonly id: string;
  readonly label: string;
  readonly points: readonly MetricPoint[];
  readonly axis: StepAxis;
  /** Whether its value holds at each step, also at those without a point. */
  readonly isLevel?: boolean;
};

/** A point as it is drawn. */
export type Mark = {
  readonly x: number;
  readonly point: MetricPoint;
  /** Null where a logarithmic axis has no place for it. */
  readonly smooth: number | null;
};

/** What is drawn, worked out. */
export type Frame = {
  /** By line, the points in sight. What is drawn has one more on either side. */
  readonly marks: readonly (readonly Mark[])[];
  /** One x for all lines, then of each line its means, its smooth values, its least and its greatest ones; undefined where a line has none. */
  readonly columns: readonly (readonly (number | null | undefined)[])[];
  readonly xRange: readonly [number, number];
  readonly yRange: readonly [number, number];
  /** Points in sight that reach beyond the vertical range. */
  readonly beyond: number;
  /** Points in sight that a logarithmic axis cannot show. */
  readonly unshown: number;
};

/** What lies further out than these shares of all values counts as an outlier. */
const CLIPPED_SHARE = 0.02;
const PADDING = 0.05;

/** `extent` is what all charts of a page show together where nothing is zoomed; the chart's own points where it is null. */
export function chartFrame(lines: readonly ChartLine[], view: ChartView, extent: Range | null = null): Frame {
  const all = lines.map((line) => marksOf(line, view));
  const marks = all.map((line) => line.filter(({ x }) => isInSight(x, view)));
  const seen = marks.flat();
  const xRange = xRangeOf(seen, view, extent);
  const yRange = yRangeOf(seen, view);
  return {
    marks,
    columns: columnsOf(
      all.map((line) => withNeighbours(line, view)),
      view,
      yRange,
    ),
    xRange,
    yRange,
    beyond: seen.filter(
      ({ point: { min, max } }) => max > yRange[1] || (min < yRange[0] && !(view.logY && min <= 0)),
    ).length,
    unshown: view.logY ? seen.filter(({ point }) => point.mean <= 0).length : 0,
  };
}

/** All points, including those before the visible range: smoothing must not restart at its edge. */
function marksOf({ points, axis }: ChartLine, view: ChartView): Mark[] {
  const weighted = points.map(({ mean, firstStep, lastStep }) => ({
    value: mean,
    count: lastStep - firstStep + 1,
  }));
  const smooth = view.logY ? debiasedLogEma(weighted, view.smoothing) : debiasedEma(weighted, view.smoothing);
  return points.flatMap((point, at) => {
    const x = axis.toX((point.firstStep + point.lastStep) / 2);
    if (view.logX && x <= 0) return [];
    return [{ x, point, smooth: smooth[at] ?? null }];
  });
}

function isInSight(x: number, { zoom, logX }: ChartView): boolean {
  if (logX && x <= 0) return false;
  return zoom === null || (x >= zoom.from && x <= zoom.to);
}

/** The visible points and one more on each side, so that a line continues to the frame. */
function withNeighbours(line: readonly Mark[], view: ChartView): readonly Mark[] {
  const { zoom } = view;
  if (zoom === null) return line;
  const first = line.findIndex(({ x }) => x >= zoom.from);
  const last = line.findLastIndex(({ x }) => x <= zoom.to);
  if (first < 0 || last < 0) return [];
  return line.slice(Math.max(0, Math.min(first, last) - 1), Math.max(first, last) + 2);
}

function xRangeOf(marks: readonly Mark[], { zoom, logX }: ChartView, extent: Range | null): [number, number] {
  const { from, to } = zoom ?? extent ?? extentOf(marks.map(({ x }) => x));
  if (from < to) return [logX ? Math.max(from, 1e-3) : from, to];
  return logX ? [Math.max(from, 1e-3) / 2, Math.max(to, 1e-3) * 2] : [from - 1, to + 1];
}

function yRangeOf(marks: readonly Mark[], { clip, logY, isShare = false }: ChartView): [number, number] {
  const isShown = (value: number) => !logY || value > 0;
  const means = marks.map(({ point }) => point.mean).filter(isShown);
  const all = marks.flatMap(({ point }) => [point.min, point.max]).filter(isShown);
  if (all.length === 0) return logY ? [0.1, 1] : [0, 1];
  if (isShare) return [0, 1];
  return padded(clip ? middleOf(means.length > 0 ? means : all) : extentOf(all), logY);
}

/** All but the outliers. */
function middleOf(values: readonly number[]): Range {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.ceil((sorted.length - 1) * CLIPPED_SHARE);
  const isEnough = sorted.length > 2 * cut + 1;
  return {
    from: sorted[isEnough ? cut : 0] ?? 0,
    to: sorted[sorted.length - 1 - (isEnough ? cut : 0)] ?? 0,
  };
}

function extentOf(values: readonly number[]): Range {
  let from = values[0] ?? 0;
  let to = from;
  for (const value of values) {
    from = Math.min(from, value);
    to = Math.max(to, value);
  }
  return { from, to };
}

/** Some room above and below; where no value is on the other side of 0, the axis ends there. */
function padded({ from, to }: Range, isLog: boolean): [number, number] {
  if (isLog) {
    const factor = from === to ? 2 : (to / from) ** PADDING;
    return [from / factor, to * factor];
  }
  if (from === 0 && to === 0) return [0, 1];
  const margin = from === to ? Math.abs(from) / 10 : (to - from) * PADDING;
  return [
    from >= 0 ? Math.max(0, from - margin) : from - margin,
    to <= 0 ? Math.min(0, to + margin) : to + margin,
  ];
}

function columnsOf(
  marks: readonly (readonly Mark[])[],
  { logY }: ChartView,
  [lowest]: readonly [number, number],
): Frame["columns"] {
  const xs = [...new Set(marks.flatMap((line) => line.map(({ x }) => x)))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, at) => [x, at]));
  const shown = (value: number) => (logY && value <= 0 ? null : value);
  return [
    xs,
    ...marks.flatMap((line) => {
      const column = (read: (mark: Mark) => number | null) => {
        const values = new Array<number | null | undefined>(xs.length).fill(undefined);
        for (const mark of line) values[place.get(mark.x) ?? 0] = read(mark);
        return values;
      };
      return [
        column(({ point }) => shown(point.mean)),
        column(({ smooth }) => smooth),
        // A band that reaches below 0 goes down to the edge of a logarithmic axis.
        column(({ point }) => (logY && point.min <= 0 ? lowest : point.min)),
        column(({ point }) => shown(point.max)),
      ];
    }),
  ];
}

/** The mark of a line that is nearest to a place on the axis; null where the line has none. */
export function nearestMark(marks: readonly Mark[], x: number): Mark | null {
  let low = 0;
  let high = marks.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.x ?? 0) <= x) low = middle;
    else high = middle;
  }
  const [a, b] = [marks[low], marks[high]];
  if (!a || !b) return a ?? b ?? null;
  return Math.abs(a.x - x) <= Math.abs(b.x - x) ? a : b;
}
