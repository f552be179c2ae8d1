import type { Measure } from "#lib/contract/annotation/queue-quality.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type ItemPatterns, patternsOf } from "./item-patterns.internal.ts";
import { quantile } from "./quantile.ts";
import { at, numberOf, type RatingTable, type Value } from "./rating-table.ts";

export type Estimate = { value: number | null; low: number | null; high: number | null };

/**
 * Krippendorff's alpha: `1 − D_o / D_e`, the disagreement observed within items over the one expected if values were dealt to items by
 * chance (K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011). Missing ratings are allowed: an item counts from two
 * ratings on. With `n_u` ratings of item `u`, the coincidence of values `c` and `k` is
 * `o_ck = Σ_u (pairs of c and k in u) / (n_u − 1)`, `n_c = Σ_k o_ck`, `n = Σ_c n_c`, and
 * `alpha = 1 − (n − 1) · Σ o_ck δ²_ck / Σ n_c n_k δ²_ck`.
 *
 * `nominal`: `δ²` is 0 for the same value, else 1. `interval`: the squared difference of the numbers. `ordinal`: the squared difference
 * of the ranks that the values have in the middle, which is Krippendorff's `(Σ_{g=c..k} n_g − (n_c + n_k)/2)²`.
 *
 * Null where no item has two ratings, and where all such ratings are one value, as then nothing can be expected to differ.
 * Throws where values measured by distance are no numbers.
 */
export function krippendorffAlpha(table: RatingTable, measure: Measure): number | null {
  const patterns = patternsOf(table);
  return alphaOf(patterns, patterns.weights, { measure, values: table.values });
}

const MAX_RESAMPLES = 1000;
const MIN_RESAMPLES = 100;
/** So many items are drawn for one interval, roughly; fewer resamples of many items are as good as many of few. */
const DRAWS = 2_000_000;
const SEED = 20_110_125;

/**
 * Alpha with its 95 % interval: the middle 95 % of the alphas of 100 to 1,000 sets of items, each drawn from the items with
 * replacement (A. Zapf et al., "Measuring inter-rater reliability for nominal data", 2016, whose simulations favour this bootstrap).
 * Ratings of one item stay together. The same ratings give the same interval. The bounds are null where alpha is, where only one item
 * counts, and where most sets hold a single value.
 */
export function alphaWithInterval(table: RatingTable, measure: Measure): Estimate {
  const patterns = patternsOf(table);
  const scale = { measure, values: table.values };
  const value = alphaOf(patterns, patterns.weights, scale);
  const count = patterns.patternOf.length;
  if (value === null || count < 2) return { value, low: null, high: null };
  const resamples = Math.min(MAX_RESAMPLES, Math.max(MIN_RESAMPLES, Math.floor(DRAWS / count)));
  const random = seededRandom(SEED);
  const alphas: number[] = [];
  for (let sample = 0; sample < resamples; sample++) {
    const weights = new Float64Array(patterns.sizes.length);
    for (let draw = 0; draw < count; draw++) {
      const pattern = at(patterns.patternOf, Math.floor(random() * count));
      weights[pattern] = at(weights, pattern) + 1;
    }
    const alpha = alphaOf(patterns, weights, scale);
    if (alpha !== null) alphas.push(alpha);
  }
  if (alphas.length < resamples / 2) return { value, low: null, high: null };
  alphas.sort((a, b) => a - b);
  return { value, low: quantile(alphas, 0.025), high: quantile(alphas, 0.975) };
}

type Scale = { measure: Measure; values: readonly Value[] };

function alphaOf(patterns: ItemPatterns, weights: Float64Array, { measure, values }: Scale): number | null {
  const totals = totalsOf(patterns, weights, values.length);
  if (totals.reduce((kinds, total) => kinds + (total > 0 ? 1 : 0), 0) < 2) return null;
  if (measure === "nominal") return nominalAlpha(patterns, weights, totals);
  const scores = measure === "ordinal" ? middleRanks(totals) : numbersOf(values);
  return scoredAlpha(patterns, weights, { totals, scores });
}

/** `n_c` by value. */
function totalsOf(
  { starts, values, counts, sizes }: ItemPatterns,
  weights: Float64Array,
  kinds: number,
): Float64Array {
  const totals = new Float64Array(kinds);
  for (let pattern = 0; pattern < sizes.length; pattern++) {
    const weight = at(weights, pattern);
    if (weight === 0) continue;
    for (let place = at(starts, pattern); place < at(starts, pattern + 1); place++) {
      const value = at(values, place);
      totals[value] = at(totals, value) + weight * at(counts, place);
    }
  }
  return totals;
}

/** Only the diagonal of the coincidences is needed: `n − Σ o_cc` differ, of `(n² − Σ n_c²) / (n − 1)` expected. */
function nominalAlpha(patterns: ItemPatterns, weights: Float64Array, totals: Float64Array): number {
  const { starts, counts, sizes } = patterns;
  let same = 0;
  for (let pattern = 0; pattern < sizes.length; pattern++) {
    let pairs = 0;
    for (let place = at(starts, pattern); place < at(starts, pattern + 1); place++)
      pairs += at(counts, place) * (at(counts, place) - 1);
    same += (at(weights, pattern) * pairs) / (at(sizes, pattern) - 1);
  }
  const n = totals.reduce((sum, total) => sum + total, 0);
  const squares = totals.reduce((sum, total) => sum + total * total, 0);
  return 1 - ((n - 1) * (n - same)) / (n * n - squares);
}

/**
 * Where `δ` is a difference of scores, sums over pairs are sums of squares about a mean: `Σ_{i,j} (x_i − x_j)² = 2 m Σ (x_i − x̄)²`. That
 * spares the matrix of coincidences, which is as large as the square of the number of different values.
 */
function scoredAlpha(
  { starts, values, counts, sizes }: ItemPatterns,
  weights: Float64Array,
  { totals, scores }: { totals: Float64Array; scores: Float64Array },
): number {
  let within = 0;
  for (let pattern = 0; pattern < sizes.length; pattern++) {
    const weight = at(weights, pattern);
    if (weight === 0) continue;
    const size = at(sizes, pattern);
    const [from, to] = [at(starts, pattern), at(starts, pattern + 1)];
    let sum = 0;
    for (let place = from; place < to; place++) sum += at(counts, place) * at(scores, at(values, place));
    let squares = 0;
    for (let place = from; place < to; place++)
      squares += at(counts, place) * (at(scores, at(values, place)) - sum / size) ** 2;
    within += (weight * size * squares) / (size - 1);
  }
  const n = totals.reduce((sum, total) => sum + total, 0);
  const mean = totals.reduce((sum, total, value) => sum + total * at(scores, value), 0) / n;
  const about = totals.reduce((sum, total, value) => sum + total * (at(scores, value) - mean) ** 2, 0);
  return 1 - (((n - 1) / n) * within) / about;
}

function middleRanks(totals: Float64Array): Float64Array {
  let before = 0;
  return totals.map((total) => {
    const rank = before + total / 2;
    before += total;
    return rank;
  });
}

function numbersOf(values: readonly Value[]): Float64Array {
  return Float64Array.from(values, numberOf);
}
