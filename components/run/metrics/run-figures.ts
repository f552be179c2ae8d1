import type { TrainingMetrics } from "#lib/contract/training/training-progress.ts";
import type { MetricPoint } from "./metric-points.ts";

export type RunFigures = {
  /** With the first step that reached it. */
  best: { value: number; step: number } | null;
  last: number | null;
  min: number | null;
  max: number | null;
};

export const NO_FIGURES: RunFigures = { best: null, last: null, min: null, max: null };

/** Whether less of a metric is better; of those that say neither, the least is named. */
export function isBetterLess(name: string): boolean {
  return !/(^|[/_])(reward|accuracy|score|win_rate|tokens_per_second)/.test(name);
}

type Series = TrainingMetrics["series"][number];

/** What a run reached in a metric: `series` as it was read, and `points` with the steps that came since. */
export function runFigures(
  series: Series | undefined,
  points: readonly MetricPoint[],
  { isLess }: { isLess: boolean },
): RunFigures {
  const last = points.at(-1);
  if (!last) return NO_FIGURES;
  const read = series?.points.at(-1)?.lastStep ?? 0;
  const extremes = [
    ...(series ? [series.least, series.greatest] : []),
    ...points
      .filter(({ firstStep }) => firstStep > read)
      .flatMap(({ firstStep, min, max }) => [min, max].map((value) => ({ step: firstStep, value }))),
  ];
  const values = extremes.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const best = extremes.find(({ value }) => value === (isLess ? min : max)) ?? null;
  return {
    best,
    last:
      series?.points.at(-1)?.lastStep === last.lastStep ? (series.points.at(-1)?.last ?? null) : last.mean,
    min,
    max,
  };
}
