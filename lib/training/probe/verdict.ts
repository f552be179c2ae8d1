import {
  MIN_PROBED_ROWS,
  PROBE_SECONDS,
  type ProbeOutcome,
  type RateProbe,
} from "#lib/contract/training/rate-probes.ts";
import { PROBE_STEPS } from "./probe-rates.ts";
import type { RateCurve } from "./rate-curve.ts";
import { type CurveReading, readCurve } from "./read-curve.ts";

export type ProbedRates = {
  readonly usualRate: number;
  /** That of the request. */
  readonly namedRate: number | null;
  readonly rows: number;
};

/** A rate is proposed that is this share of the one from which the loss rises. */
const SAFE_SHARE = 1 / 10;

/**
 * A rate that is at most so many times the usual one, or no less than this share of it, is no better: two probes may differ by as much, and
 * the bottom of a curve is flat towards large rates.
 */
const NEAR = { most: 3, least: 1 / 2 } as const;

/** In fewer steps a rise is not seen, where there is one. */
const STEPS_TO_RISE = 32;

/** What a curve says: a rate to train with, or why there is none, in numbers and in a sentence. */
export function verdictOf(curve: RateCurve, { usualRate, namedRate, rows }: ProbedRates): RateProbe {
  const reading = readCurve(curve);
  const { risesAt, smoothed } = reading;
  const outcome = outcomeOf(curve, reading);
  const safe = (risesAt ?? smoothed.at(-1)?.rate ?? usualRate) * SAFE_SHARE;
  const isOther = outcome === "found" && !hidesRise(curve, reading) && !isNear(safe, usualRate);
  const learningRate = isOther ? rounded(safe) : usualRate;
  const seen = { curve, reading, safe, usualRate };
  return {
    outcome,
    learningRate,
    usualRate,
    risesAt,
    text: outcome === "found" ? foundText(seen) : `${whyNot(outcome, seen)}. ${takeUsual(usualRate)}`,
    warning: warningOf(namedRate, risesAt),
    rows,
    steps: curve.points.length,
    startLoss: curve.points.length > 0 ? curve.startLoss : null,
    points: smoothed.map((point) => ({ learningRate: point.rate, loss: point.loss })),
  };
}

/** The answer where nothing is computed, as there would be no curve. */
export function fewRows({ usualRate, rows }: ProbedRates): RateProbe {
  const there = rows === 0 ? "There are no rows" : rows === 1 ? "There is 1 row" : `There are ${rows} rows`;
  return {
    ...{ outcome: "few_rows", learningRate: usualRate, usualRate, risesAt: null, warning: null },
    text: `${there} to try rates on, and a curve needs ${MIN_PROBED_ROWS}. ${takeUsual(usualRate)}`,
    ...{ rows, steps: 0, startLoss: null, points: [] },
  };
}

function outcomeOf({ end }: RateCurve, { hasFallen, hasRisen }: CurveReading): ProbeOutcome {
  if (end === "slow") return "slow";
  if (hasFallen) return "found";
  return hasRisen ? "rising" : "flat";
}

type Seen = {
  readonly curve: RateCurve;
  readonly reading: CurveReading;
  /** The tenth, whatever the usual rate is. */
  readonly safe: number;
  readonly usualRate: number;
};

function foundText({ curve, reading, safe, usualRate }: Seen): string {
  const { least, leastAt, risesAt } = reading;
  const fell = `Over ${curve.points.length} steps the loss fell from ${loss(curve.startLoss)} to ${loss(least)} at the rate ${rate(leastAt)}`;
  const largest = curve.points.at(-1)?.rate ?? 0;
  if (hidesRise(curve, reading))
    return `${fell}, and did not rise again up to ${rate(largest)}. In fewer than ${STEPS_TO_RISE} steps a rise does not show. ${takeUsual(usualRate)}`;
  const rise =
    risesAt === null ? `did not rise again up to ${rate(largest)}` : `rose again from ${rate(risesAt)} on`;
  return `${fell}, and ${rise}. A tenth of that is ${tenthText(safe, usualRate)}.`;
}

function hidesRise({ points }: RateCurve, { risesAt }: CurveReading): boolean {
  return risesAt === null && points.length < STEPS_TO_RISE;
}

function tenthText(safe: number, usualRate: number): string {
  const tenth = rounded(safe);
  if (tenth === usualRate) return `${rate(tenth)}, the usual rate`;
  const usual = rate(usualRate);
  return isNear(safe, usualRate)
    ? `${rate(tenth)}, which is near the usual rate, ${usual}: that one stays`
    : `${rate(tenth)}; the usual rate is ${usual}`;
}

function isNear(one: number, other: number): boolean {
  return one <= other * NEAR.most && one >= other * NEAR.least;
}

function whyNot(outcome: Exclude<ProbeOutcome, "found">, { curve, reading }: Seen): string {
  const { points, startLoss } = curve;
  const done = points.length || curve.steps;
  const losses = reading.smoothed.map((point) => point.loss);
  const tried = `at rates from ${rate(points[0]?.rate ?? 0)} to ${rate(points.at(-1)?.rate ?? 0)}`;
  switch (outcome) {
    case "few_rows":
    case "slow":
      return `${PROBE_SECONDS} seconds are enough for ${done === 1 ? "1 step" : `${done} steps`} of this job on this machine now, and a curve needs ${PROBE_STEPS.minSteps}`;
    case "flat":
      return `Over ${points.length} steps ${tried}, the loss stayed between ${loss(Math.min(...losses))} and ${loss(Math.max(...losses))}, so that no rate stands out`;
    case "rising":
      return `Over ${points.length} steps ${tried}, the loss rose from ${loss(startLoss)} to ${loss(Math.max(...losses))} and never fell`;
    default:
      return outcome satisfies never;
  }
}

function warningOf(namedRate: number | null, risesAt: number | null): string | null {
  if (namedRate === null || risesAt === null || namedRate < risesAt) return null;
  return `The loss rose from ${rate(risesAt)} on, so ${rate(namedRate)} is likely to ruin the model.`;
}

function takeUsual(usualRate: number): string {
  return `Use the usual rate, ${rate(usualRate)}.`;
}

/** One digit, as the usual rates have: a curve shows no more. */
function rounded(value: number): number {
  return Number(value.toPrecision(1));
}

function rate(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function loss(value: number): string {
  return String(Number(value.toPrecision(3)));
}
