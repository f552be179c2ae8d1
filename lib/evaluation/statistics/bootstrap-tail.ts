import { normalShare, studentQuantile } from "./student-quantile.ts";

/**
 * The share of resamples beyond each end of a 95 % interval, of so many units. Percentiles of few units are too narrow by the factor
 * `√((n−1)/n)` and by normal instead of Student's tails, so the ends are at `Φ(−√(n/(n−1)) · t)` and not at 2.5 % (T. Hesterberg, "What Teachers
 * Should Know About the Bootstrap", 2015, section 5.2).
 */
export function bootstrapTail(units: number): number {
  return normalShare(-Math.sqrt(units / (units - 1)) * studentQuantile(units - 1));
}
