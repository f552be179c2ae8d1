import type { RateCurve, RatePoint } from "./rate-curve.ts";

/** What a curve shows. */
export type CurveReading = {
  /** The least loss, and at which rate it was. */
  readonly least: number;
  readonly leastAt: number;
  /** From which rate on it rose again, or the model was lost; null where neither was seen. */
  readonly risesAt: number | null;
  /** Whether it fell, and whether it was above its start, by more than chance explains. */
  readonly hasFallen: boolean;
  readonly hasRisen: boolean;
  /** The points without what a single batch adds. */
  readonly smoothed: readonly RatePoint[];
};

/** Of all points, how many are averaged on each side of one. */
const SMOOTHED_SHARE = 1 / 24;
/** A fall or a rise is at least this share of the loss, and twice what points differ by from their neighbours. */
const LEAST_CHANGE = 0.02;
const TIMES_NOISE = 2;
/** The loss rises where it has lost this share of its fall. */
const LOST_SHARE = 0.2;

/** Reads the least loss of a curve, and from where on it rises. */
export function readCurve({
  points,
  startLoss,
  end,
}: Pick<RateCurve, "points" | "startLoss" | "end">): CurveReading {
  const smoothed = smooth(points);
  const at = indexOfLeast(smoothed);
  const { loss: least, rate: leastAt } = smoothed[at] ?? { loss: startLoss, rate: 0 };
  const fall = startLoss - least;
  const chance = Math.max(LEAST_CHANGE * startLoss, TIMES_NOISE * noiseOf(points, smoothed));
  const hasRisen = end === "ruined" || smoothed.some(({ loss }) => loss > startLoss + chance);
  const lost = smoothed.slice(at).find(({ loss }) => loss > least + LOST_SHARE * Math.abs(fall));
  const last = end === "ruined" ? points.at(-1) : undefined;
  return {
    least,
    leastAt,
    risesAt: (lost ?? last)?.rate ?? null,
    hasFallen: fall > chance,
    hasRisen,
    smoothed,
  };
}

/** Each point as the mean of those around it; near an end, of as many on each side as there are. */
function smooth(points: readonly RatePoint[]): RatePoint[] {
  const reach = Math.max(1, Math.round(points.length * SMOOTHED_SHARE));
  return points.map(({ rate }, at) => {
    const side = Math.min(reach, at, points.length - 1 - at);
    const around = points.slice(at - side, at + side + 1);
    return { rate, loss: around.reduce((sum, { loss }) => sum + loss, 0) / around.length };
  });
}

function indexOfLeast(points: readonly RatePoint[]): number {
  return points.reduce(
    (least, { loss }, at) => (loss < (points[least]?.loss ?? Number.POSITIVE_INFINITY) ? at : least),
    0,
  );
}

/** By how much points differ from their smoothed ones at the small rates, which hardly teach. */
function noiseOf(points: readonly RatePoint[], smoothed: readonly RatePoint[]): number {
  const early = points.slice(0, Math.ceil(points.length / 3));
  const squares = early.map(({ loss }, at) => (loss - (smoothed[at]?.loss ?? 0)) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length));
}
