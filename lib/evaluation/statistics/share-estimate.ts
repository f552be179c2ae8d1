import { wilsonInterval } from "#lib/annotation/agreement/wilson-interval.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { type Case, meanEstimate, type Pair, pairedDifference } from "./mean-estimate.ts";
import { newcombePaired } from "./newcombe-paired.ts";

/** Of fewer units, resampling finds too few others than those that are there. */
const FEW_UNITS = 10;

/** The share of independent cases that succeeded, with Wilson's interval. A tie between two sides counts as half a success of each. */
export function shareEstimate(successes: number, cases: number): Estimate {
  return { ...wilsonInterval(successes, cases), n: cases, method: "wilson" };
}

/**
 * The share of cases that succeeded, where some may belong together: Wilson's interval of independent ones, else by bootstrap over units. Of few units, or where all
 * have the same share, resampling knows of nothing else; then it is Wilson's of as many cases as there are units, as if those of one were all alike.
 */
export function shareOfUnits(cases: readonly Case[]): Estimate {
  const n = cases.length;
  const successes = cases.reduce((sum, { value }) => sum + value, 0);
  const units = countUnits(cases);
  if (units === n) return shareEstimate(successes, n);
  const estimate = meanEstimate(cases);
  if (units >= FEW_UNITS && hasWidth(estimate)) return estimate;
  const value = successes / n;
  return { ...wilsonInterval(value * units, units), value, n, method: "wilson_of_units" };
}

/** The mean of scores. Where all are 0 or 1 it is a share, and has the interval of one. */
export function scoreOfUnits(cases: readonly Case[]): Estimate {
  const isShare = cases.length > 0 && cases.every(({ value }) => value === 0 || value === 1);
  return isShare ? shareOfUnits(cases) : meanEstimate(cases);
}

/**
 * How much larger the candidate's share is than the baseline's on the same cases: by paired bootstrap, and where that has too little to go by, as above, by
 * Newcombe's interval for pairs, of as many as there are units. No interval of fewer than two units.
 */
export function pairedShareDifference(pairs: readonly Pair[]): Estimate {
  const estimate = pairedDifference(pairs);
  const units = countUnits(pairs);
  if (units < 2 || (units >= FEW_UNITS && hasWidth(estimate))) return estimate;
  const count = (candidate: number, baseline: number) =>
    (pairs.filter((one) => one.candidate === candidate && one.baseline === baseline).length * units) /
    pairs.length;
  const { low, high } = newcombePaired({
    both: count(1, 1),
    candidate: count(1, 0),
    baseline: count(0, 1),
    neither: count(0, 0),
  });
  return { ...estimate, low, high, method: units === pairs.length ? "newcombe" : "newcombe_of_units" };
}

export function countUnits(cases: readonly { readonly unit: string }[]): number {
  return new Set(cases.map(({ unit }) => unit)).size;
}

function hasWidth({ low, high }: Estimate): boolean {
  return low !== high;
}
