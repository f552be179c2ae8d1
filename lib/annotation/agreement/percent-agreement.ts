import { at, type RatingTable, sizeOf } from "./rating-table.ts";

export type PercentAgreement = {
  /** Items with at least two ratings. */
  items: number;
  /** Pairs of ratings of the same item. */
  pairs: number;
  /** From 0 to 1; null where there is no pair. */
  percent: number | null;
};

/** The share of pairs of ratings of the same item that are the same value; each pair counts alike, whatever its item. */
export function percentAgreement(table: RatingTable): PercentAgreement {
  let [items, pairs, same] = [0, 0, 0];
  for (let item = 0; item < table.items.length; item++) {
    const size = sizeOf(table, item);
    if (size < 2) continue;
    items++;
    pairs += (size * (size - 1)) / 2;
    same += samePairs(table, item);
  }
  return { items, pairs, percent: pairs === 0 ? null : same / pairs };
}

/** How many of the pairs of ratings of an item are the same value. */
export function samePairs({ starts, codeOf }: RatingTable, item: number): number {
  const [from, to] = [at(starts, item), at(starts, item + 1)];
  let same = 0;
  for (let left = from; left < to; left++)
    for (let right = left + 1; right < to; right++) if (codeOf[left] === codeOf[right]) same++;
  return same;
}
