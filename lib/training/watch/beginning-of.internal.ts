import { type RowOptions, renderRow, type SftRow } from "#lib/training/trajectories/render-row.ts";

export type RowBeginning = {
  readonly tokenIds: readonly number[];
  /** Those of them that are learned. */
  readonly positions: readonly number[];
  /** Of the whole row. */
  readonly tokenCount: number;
};

export function beginningOf(
  row: SftRow,
  { tokens, ...options }: RowOptions & { tokens: number },
): RowBeginning {
  const { tokenIds, positions } = renderRow(row, options);
  return {
    tokenIds: tokenIds.slice(0, tokens),
    positions: positions.filter((position) => position < tokens),
    tokenCount: tokenIds.length,
  };
}
