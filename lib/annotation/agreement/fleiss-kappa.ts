import { at, type RatingTable, sizeOf } from "./rating-table.ts";

/**
 * Fleiss' kappa: `(P̄ − P̄_e) / (1 − P̄_e)`, where `P̄` is the mean over items of the share of pairs of ratings that are the same, and
 * `P̄_e` the sum of the squared shares of the values (J. L. Fleiss, "Measuring nominal scale agreement among many raters", 1971). It
 * asks for one number of ratings an item, so only the items count that have the most frequent number of at least two, the greater
 * one where two are as frequent. Null where no item has two ratings, and where only one value occurs.
 */
export function fleissKappa(table: RatingTable): number | null {
  const size = usualSize(table);
  if (size === null) return null;
  const totals = new Float64Array(table.values.length);
  let [items, agreement] = [0, 0];
  for (let item = 0; item < table.items.length; item++) {
    if (sizeOf(table, item) !== size) continue;
    items++;
    let sameOrdered = 0;
    for (const count of countValues(table, item, totals).values()) sameOrdered += count * (count - 1);
    agreement += sameOrdered / (size * (size - 1));
  }
  if (totals.filter((total) => total > 0).length < 2) return null;
  const expected = totals.reduce((sum, total) => sum + (total / (items * size)) ** 2, 0);
  return (agreement / items - expected) / (1 - expected);
}

/** How often each value occurs in an item; the same is added to `totals`. */
function countValues(table: RatingTable, item: number, totals: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (let place = at(table.starts, item); place < at(table.starts, item + 1); place++) {
    const value = at(table.codeOf, place);
    counts.set(value, (counts.get(value) ?? 0) + 1);
    totals[value] = at(totals, value) + 1;
  }
  return counts;
}

function usualSize(table: RatingTable): number | null {
  const frequencies = new Map<number, number>();
  for (let item = 0; item < table.items.length; item++) {
    const size = sizeOf(table, item);
    if (size >= 2) frequencies.set(size, (frequencies.get(size) ?? 0) + 1);
  }
  const [usual] = [...frequencies].sort(([a, often], [b, oftenToo]) => oftenToo - often || b - a);
  return usual?.[0] ?? null;
}
