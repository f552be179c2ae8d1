/** A row with the line at which it stands in its file, from 1; of a table without lines, its place. */
export type PlacedRow = { row: Record<string, unknown>; line: number };
