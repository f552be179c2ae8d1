import type { Measure } from "#lib/contract/annotation/queue-quality.ts";
import { at, numberOf, type RatingTable, type Value } from "./rating-table.ts";

/** What two raters share. */
export type PairComparison = {
  first: string;
  second: string;
  /** Items that both rated. */
  items: number;
  /** Share of them with the same value. */
  percent: number;
  /** Cohen's kappa, weighted where values have distances; null where chance alone would make them agree on everything. */
  kappa: number | null;
  /** How often the first said one thing and the second another; pairs of values that never occur are left out. */
  confusion: readonly Confusion[];
};
export type Confusion = { first: Value; second: Value; count: number };

/** Compares each two raters who have an item in common, by a measure; the one met first in the ratings is `first`. */
export function compareRaters(table: RatingTable, measure: Measure): PairComparison[] {
  const { raters, values } = table;
  // `flatMap` passes over the pairs that have nothing in common.
  return countPairs(table).flatMap((counts, pair) => {
    const confusion = counts.entries().map(([cell, count]) => ({
      first: values[Math.floor(cell / values.length)] ?? "",
      second: values[cell % values.length] ?? "",
      count,
    }));
    const [first = "", second = ""] = [
      raters[Math.floor(pair / raters.length)],
      raters[pair % raters.length],
    ];
    return { first, second, ...cohenKappa(confusion, measure), confusion };
  });
}

/**
 * Cohen's kappa of two raters: `1 − D_o / D_e`, the disagreement observed over the one expected if both had dealt out their values by chance.
 * `nominal`: values are the same or not, so that it is `(p_o − p_e) / (1 − p_e)` (J. Cohen, "A coefficient of agreement for nominal scales",
 * 1960). `ordinal` and `interval`: a disagreement weighs the square of its distance (J. Cohen, "Weighted kappa", 1968; J. Fleiss and J. Cohen,
 * 1973), as it does in the alpha beside it. Null where chance expects no disagreement, that is, where both said one and the same thing of
 * everything. Throws where values measured by distance are no numbers.
 */
export function cohenKappa(
  confusion: readonly Confusion[],
  measure: Measure,
): { items: number; percent: number; kappa: number | null } {
  const [ofFirst, ofSecond] = [new Map<Value, number>(), new Map<Value, number>()];
  let [items, same] = [0, 0];
  for (const { first, second, count } of confusion) {
    items += count;
    if (first === second) same += count;
    ofFirst.set(first, (ofFirst.get(first) ?? 0) + count);
    ofSecond.set(second, (ofSecond.get(second) ?? 0) + count);
  }
  const margins = { items, same, ofFirst, ofSecond };
  const kappa = measure === "nominal" ? plainKappa(margins) : quadraticKappa(confusion, margins);
  return { items, percent: items === 0 ? 0 : same / items, kappa };
}

type Margins = {
  items: number;
  same: number;
  ofFirst: ReadonlyMap<Value, number>;
  ofSecond: ReadonlyMap<Value, number>;
};

/** In whole numbers, so that certain agreement by chance is recognised exactly. */
function plainKappa({ items, same, ofFirst, ofSecond }: Margins): number | null {
  let expected = 0;
  for (const [value, count] of ofFirst) expected += count * (ofSecond.get(value) ?? 0);
  return expected === items * items ? null : (same * items - expected) / (items * items - expected);
}

/**
 * The mean square of the differences, against that of all pairs of the two raters' values: `E(x − y)² = Var x + Var y + (E x − E y)²`, which
 * spares going through each pair of values.
 */
function quadraticKappa(
  confusion: readonly Confusion[],
  { items, same, ofFirst, ofSecond }: Margins,
): number | null {
  // Both always give one value: detected by counts, as sums of squares may leave a remainder.
  if (same === items && ofFirst.size <= 1 && ofSecond.size <= 1) return null;
  const observed = confusion.reduce(
    (sum, { first, second, count }) => sum + count * (numberOf(first) - numberOf(second)) ** 2,
    0,
  );
  const [one, other] = [spreadOf(ofFirst, items), spreadOf(ofSecond, items)];
  return 1 - observed / items / (one.variance + other.variance + (one.mean - other.mean) ** 2);
}

function spreadOf(counts: ReadonlyMap<Value, number>, items: number): { mean: number; variance: number } {
  let [sum, squares] = [0, 0];
  for (const [value, count] of counts) sum += numberOf(value) * count;
  const mean = sum / items;
  for (const [value, count] of counts) squares += count * (numberOf(value) - mean) ** 2;
  return { mean, variance: squares / items };
}

/** The mean of Cohen's kappa over the pairs of raters, each weighted by their common items; null where no pair has one. */
export function meanKappa(pairs: readonly PairComparison[]): number | null {
  let [sum, weight] = [0, 0];
  for (const { items, kappa } of pairs) {
    if (kappa === null) continue;
    sum += kappa * items;
    weight += items;
  }
  return weight === 0 ? null : sum / weight;
}

/** By pair of raters (`first · raters + second`), how often each pair of values (`first · values + second`) occurs. */
function countPairs({ items, raters, values, starts, raterOf, codeOf }: RatingTable): Counts[] {
  const pairs: Counts[] = [];
  for (let item = 0; item < items.length; item++)
    for (let left = at(starts, item); left < at(starts, item + 1); left++)
      for (let right = left + 1; right < at(starts, item + 1); right++) {
        const isOrdered = at(raterOf, left) < at(raterOf, right);
        const [one, other] = isOrdered ? [left, right] : [right, left];
        const pair = at(raterOf, one) * raters.length + at(raterOf, other);
        const counts = pairs[pair] ?? new Counts(values.length ** 2);
        pairs[pair] = counts;
        counts.add(at(codeOf, one) * values.length + at(codeOf, other));
      }
  return pairs;
}

/** So many cells are kept as an array; of more than these, as of two people who type numbers, most would stay empty. */
const MAX_CELLS = 10_000;

class Counts {
  readonly #dense: Uint32Array;
  readonly #sparse = new Map<number, number>();

  constructor(cells: number) {
    this.#dense = new Uint32Array(cells <= MAX_CELLS ? cells : 0);
  }

  add(cell: number): void {
    if (cell < this.#dense.length) this.#dense[cell] = at(this.#dense, cell) + 1;
    else this.#sparse.set(cell, (this.#sparse.get(cell) ?? 0) + 1);
  }

  /** Cells that were counted, ascending. */
  entries(): [cell: number, count: number][] {
    const dense = Array.from(this.#dense, (count, cell): [number, number] => [cell, count]);
    return [...dense.filter(([, count]) => count > 0), ...[...this.#sparse].sort(([a], [b]) => a - b)];
  }
}
