import type { QueueQuality } from "#components/queues/list/quality-queries.ts";

export type PairCell = QueueQuality["matrix"][number];

/** The comparison of two raters, whichever of them the service named first; null where they share nothing. */
export function cellOf(matrix: readonly PairCell[], first: string, second: string): PairCell | null {
  const found = matrix.find((cell) => cell.first === first && cell.second === second);
  if (found) return found;
  const turned = matrix.find((cell) => cell.first === second && cell.second === first);
  if (!turned) return null;
  const confusion = turned.confusion.map(({ first: a, second: b, count }) => ({
    first: b,
    second: a,
    count,
  }));
  return { ...turned, first, second, confusion };
}

/** How strongly a cell is tinted, from 0 to 4, by its share of same answers; the number stands in it anyway. */
export function tintOf(percent: number | null): 0 | 1 | 2 | 3 | 4 {
  if (percent === null || percent < 0.5) return 0;
  if (percent < 0.7) return 1;
  if (percent < 0.8) return 2;
  return percent < 0.9 ? 3 : 4;
}

/** Counts as a square table over all values of both, in the order of the values. */
export function confusionTable(cell: PairCell): { values: string[]; counts: number[][] } {
  const values = [...new Set(cell.confusion.flatMap(({ first, second }) => [first, second]))].sort(byValue);
  const counts = values.map((row) =>
    values.map(
      (column) => cell.confusion.find(({ first, second }) => first === row && second === column)?.count ?? 0,
    ),
  );
  return { values, counts };
}

/** Numbers by size, the rest by their text. */
function byValue(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? (a < b ? -1 : 1) : x - y;
}
