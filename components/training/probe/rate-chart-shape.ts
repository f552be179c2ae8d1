import { logTicks } from "#components/training/chart/frame/log-ticks.ts";
import type { ProbePoint } from "#lib/contract/training/rate-probes.ts";

/** Shares of the width and of the height, from the upper left. */
export type Place = { readonly x: number; readonly y: number };

export type RateChartShape = {
  readonly line: readonly Place[];
  readonly ticks: readonly { readonly rate: number; readonly x: number }[];
  readonly least: number;
  readonly most: number;
  /** Where a rate is on the axis; null outside of it. */
  readonly xOf: (rate: number) => number | null;
};

/** Of the losses below the most one, how much room is left above and below. */
const ROOM = 0.06;
/** A rise is cut off at so many times the fall: what is left of a lost model would flatten the rest. */
const SHOWN_RISE = 0.5;

/** Losses over rates, which stand in powers of ten. Null where there is no line yet. */
export function rateChartShape(
  points: readonly ProbePoint[],
  { from, to }: { from: number; to: number },
): RateChartShape | null {
  const first = points[0];
  if (!first || points.length < 2) return null;
  const losses = points.map(({ loss }) => loss);
  const least = Math.min(...losses);
  const most = Math.min(
    Math.max(...losses),
    first.loss + SHOWN_RISE * Math.max(first.loss - least, first.loss / 10),
  );
  const span = most - least || 1;
  const share = (rate: number) => Math.log(rate / from) / Math.log(to / from);
  return {
    line: points.map(({ learningRate, loss }) => ({
      x: share(learningRate),
      y: ROOM + (1 - 2 * ROOM) * (1 - (Math.min(loss, most) - least) / span),
    })),
    ticks: logTicks(from, to)
      .filter((rate) => Number.isInteger(Math.round(Math.log10(rate) * 1e6) / 1e6))
      .map((rate) => ({ rate, x: share(rate) })),
    least,
    most,
    xOf: (rate) => (rate >= from && rate <= to ? share(rate) : null),
  };
}
