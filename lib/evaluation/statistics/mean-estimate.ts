import { quantile } from "#lib/annotation/agreement/quantile.ts";
import type { Estimate, EstimateMethod } from "#lib/contract/evaluation/estimate.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { bootstrapTail } from "./bootstrap-tail.ts";

/** A number of one case. Cases of one unit, such as one conversation, are not independent of each other. */
export type Case = { readonly unit: string; readonly value: number };

const MAX_RESAMPLES = 2000;
const MIN_RESAMPLES = 400;
/** So many units are drawn for one interval, roughly; fewer resamples of many units are as good as many of few. */
const DRAWS = 2_000_000;
const SEED = 20_041_106;

/**
 * The mean of cases with its 95 % interval by bootstrap over units: of 2,000 sets of units (down to 400 of very many), each drawn from the units with replacement, the
 * means `Σ values / Σ cases` (B. Efron and R. Tibshirani, "An Introduction to the Bootstrap", 1993, section 8.6, for units that stay together),
 * with the ends of `bootstrapTail`. The same cases give the same interval. No interval of fewer than two units.
 */
export function meanEstimate(cases: readonly Case[]): Estimate {
  return estimateOf(cases, "bootstrap");
}

/** A case that both sides have. */
export type Pair = { readonly unit: string; readonly baseline: number; readonly candidate: number };

/**
 * How much more the candidate has than the baseline on the same cases: the mean of the differences, with the interval of `meanEstimate`. That
 * the cases are the same ones takes out how hard each is, so it is much narrower than the difference of two intervals.
 */
export function pairedDifference(pairs: readonly Pair[]): Estimate {
  const cases = pairs.map(({ unit, baseline, candidate }) => ({ unit, value: candidate - baseline }));
  return estimateOf(cases, "paired_bootstrap");
}

function estimateOf(cases: readonly Case[], method: EstimateMethod): Estimate {
  const n = cases.length;
  if (n === 0) return { value: null, low: null, high: null, n, method };
  const value = cases.reduce((sum, one) => sum + one.value, 0) / n;
  const units = unitsOf(cases);
  if (units.length < 2) return { value, low: null, high: null, n, method };
  const means = resampledMeans(units).sort((a, b) => a - b);
  const tail = bootstrapTail(units.length);
  return { value, low: quantile(means, tail), high: quantile(means, 1 - tail), n, method };
}

type Unit = { sum: number; count: number };

/** In the order in which they come, so that nothing but the cases decides what is drawn. */
function unitsOf(cases: readonly Case[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const { unit, value } of cases) {
    const known = units.get(unit) ?? { sum: 0, count: 0 };
    known.sum += value;
    known.count += 1;
    units.set(unit, known);
  }
  return [...units.values()];
}

function resampledMeans(units: readonly Unit[]): number[] {
  const random = seededRandom(SEED);
  const sums = Float64Array.from(units, ({ sum }) => sum);
  const resamples = Math.min(MAX_RESAMPLES, Math.max(MIN_RESAMPLES, Math.floor(DRAWS / units.length)));
  const counts = Float64Array.from(units, ({ count }) => count);
  return Array.from({ length: resamples }, () => {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < units.length; draw++) {
      const unit = Math.floor(random() * units.length);
      sum += sums[unit] ?? 0;
      count += counts[unit] ?? 0;
    }
    return sum / count;
  });
}
