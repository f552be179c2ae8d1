import type { BurnUp } from "#components/quality/quality-queries.ts";

/** Where each point of the chart stands, from 0 to 1 from the left and from the top. */
export type Place = { x: number; y: number };

export type BurnUpShape = {
  given: readonly Place[];
  wanted: readonly Place[];
  /** From the last point to where all is given: the earliest and the latest end; null where none can be said. */
  band: { from: Place; early: Place; late: Place } | null;
  /** The most likely way to the end. */
  middle: { from: Place; to: Place } | null;
  from: Date;
  to: Date;
  most: number;
};

/** A late end further away than this many times the past is cut off: the past must stay readable. */
const MAX_FUTURE = 2;

/** Lays the counts and the forecast out. Null where nothing was given or wanted yet. */
export function burnUpShape({
  points: counted,
  forecast,
  begunAt,
  firstAnswerAt,
}: BurnUp): BurnUpShape | null {
  const [begun, last] = [counted[0], counted.at(-1)];
  if (!begun || !last) return null;
  const first = { ...begun, at: begunAt, given: 0 };
  const points = [first, ...counted];
  const most = Math.max(1, ...points.map(({ given, wanted }) => Math.max(given, wanted)));
  const start = first.at.getTime();
  const pastMs = Math.max(1, last.at.getTime() - start);
  const { early, middle, late } = forecast;
  const hasEnd = middle !== null && last.given < last.wanted;
  const furthest = hasEnd ? (late ?? middle).getTime() : last.at.getTime();
  const end = Math.min(Math.max(furthest, last.at.getTime() + 1), last.at.getTime() + pastMs * MAX_FUTURE);
  const x = (atMs: number) => (atMs - start) / (end - start);
  const y = (count: number) => 1 - count / most;
  const from = { x: x(last.at.getTime()), y: y(last.given) };
  /** The point in which a straight way to the end leaves the chart. */
  const towards = (atMs: number): Place => {
    const whole = atMs - last.at.getTime();
    const share = whole <= 0 ? 1 : Math.min(1, (end - last.at.getTime()) / whole);
    return { x: x(Math.min(atMs, end)), y: y(last.given + (last.wanted - last.given) * share) };
  };
  return {
    given: grown(points, firstAnswerAt).map(({ at, given }) => ({ x: x(at.getTime()), y: y(given) })),
    wanted: points.map(({ at, wanted }) => ({ x: x(at.getTime()), y: y(wanted) })),
    band:
      hasEnd && early && late
        ? { from, early: towards(early.getTime()), late: towards(late.getTime()) }
        : null,
    middle: hasEnd ? { from, to: towards(middle.getTime()) } : null,
    from: first.at,
    to: new Date(end),
    most,
  };
}

type Counted = { at: Date; given: number };

/** Counts are those at the end of each bucket: nothing grows before the first answer came. */
function grown(points: readonly Counted[], firstAnswerAt: Date | null): readonly Counted[] {
  if (!firstAnswerAt) return points;
  const [before, after] = [
    points.filter(({ given }) => given === 0),
    points.filter(({ given }) => given > 0),
  ];
  return [...before, { at: firstAnswerAt, given: 0 }, ...after];
}
