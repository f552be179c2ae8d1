import type { RowPlace } from "#lib/contract/datasets/row-place.ts";

/** A file of rows as it was kept: under its own name, or made of `origins`, each with the number of its rows. */
export type GivenFile = { filename: string; origins: readonly FileOrigin[] | null };
export type FileOrigin = { name: string; rows: number };

/** What an id of a given row says: the file or version, and the line or row there, from 1; null of ids of other things. */
export function givenIdOf(itemId: string): { source: string; isVersion: boolean; number: number } | null {
  const [, source, digits] = /^([^/]+)\/(\d{1,9})$/.exec(itemId) ?? [];
  if (source === undefined || digits === undefined) return null;
  const isVersion = /:v\d+$/.test(source);
  // Rows of a version count from 0.
  return { source, isVersion, number: Number(digits) + (isVersion ? 1 : 0) };
}

/** Where the row of a file stands as its sender knows it. */
export function placeInFile({ filename, origins }: GivenFile, line: number): RowPlace {
  let before = 0;
  for (const { name, rows } of origins ?? []) {
    if (line <= before + rows) return { name, unit: "row", number: line - before };
    before += rows;
  }
  return { name: filename, unit: "line", number: line };
}
