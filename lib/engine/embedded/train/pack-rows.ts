/** Rows of `length` tokens that are computed together. */
export type RowBatch = { readonly length: number; readonly rows: readonly (readonly Placement[])[] };
/** The position of a sequence in its row. */
export type Placement = { readonly sequence: number; readonly start: number; readonly length: number };

/**
 * Lays sequences one after another into rows, and rows of one length into batches of at most `tokenBudget` tokens, padding included; a
 * sequence longer than that has a batch to itself. Long ones are placed first and short ones fill what is left. Row lengths are few, so that the
 * runtime meets few shapes; of the ways to choose the shortest, the cheapest is taken. Sequences of length 0 are left out.
 */
export function packRows(lengths: readonly number[], tokenBudget: number): RowBatch[] {
  const order = [...lengths.keys()]
    .filter((sequence) => lengthAt(lengths, sequence) > 0)
    .sort((a, b) => lengthAt(lengths, b) - lengthAt(lengths, a) || a - b);
  const [longest] = order;
  if (longest === undefined) return [];
  const candidates = rowLengths(lengthAt(lengths, longest)).map((shortest) => fill(order, lengths, shortest));
  const best = candidates.reduce((a, b) => (costOf(b) < costOf(a) ? b : a));
  return batches(best, tokenBudget);
}

type Row = { readonly length: number; used: number; readonly placements: Placement[] };

/** A token attends to up to a whole row; at this length that costs about as much as all the rest. */
const ROW_LENGTH_OF_DOUBLE_COST = 1024;
const MIN_ROW = 64;

function fill(order: readonly number[], lengths: readonly number[], shortest: number): Row[] {
  const rows: Row[] = [];
  for (const sequence of order) {
    const length = lengthAt(lengths, sequence);
    let row = rows.find((row) => row.length - row.used >= length);
    if (!row) {
      row = { length: Math.max(shortest, rowLengths(length).at(-1) ?? length), used: 0, placements: [] };
      rows.push(row);
    }
    row.placements.push({ sequence, start: row.used, length });
    row.used += length;
  }
  return rows;
}

/** 64, 96, 128, 192, 256, … up to the first that holds `length`. */
function rowLengths(length: number): number[] {
  const result = [MIN_ROW];
  for (let last = MIN_ROW; last < length; ) {
    last += (last & (last - 1)) === 0 ? last / 2 : last / 3;
    result.push(last);
  }
  return result;
}

function costOf(rows: readonly Row[]): number {
  return rows.reduce((cost, { length }) => cost + length * (1 + length / ROW_LENGTH_OF_DOUBLE_COST), 0);
}

function batches(rows: readonly Row[], tokenBudget: number): RowBatch[] {
  const result: RowBatch[] = [];
  for (const [length, same] of Map.groupBy(rows, (row) => row.length)) {
    const most = Math.max(1, Math.floor(tokenBudget / length));
    // Spread evenly, so that the last batch is not a small one.
    const count = Math.ceil(same.length / most);
    for (let i = 0; i < count; i++) {
      const part = same.slice(
        Math.floor((i * same.length) / count),
        Math.floor(((i + 1) * same.length) / count),
      );
      result.push({ length, rows: part.map(({ placements }) => placements) });
    }
  }
  return result;
}

function lengthAt(lengths: readonly number[], sequence: number): number {
  return lengths[sequence] ?? 0;
}
