/** How many rows of a list came, and how many were changed, since it was read. `versionOf` names all of a row that is shown. */
export function countChanges<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { idOf, versionOf }: { idOf: (row: Row) => string; versionOf: (row: Row) => string },
): { added: number; changed: number } {
  const known = new Map(shown.map((row) => [idOf(row), versionOf(row)]));
  let [added, changed] = [0, 0];
  for (const row of fresh) {
    const version = known.get(idOf(row));
    if (version === undefined) added++;
    else if (version !== versionOf(row)) changed++;
  }
  return { added, changed };
}
