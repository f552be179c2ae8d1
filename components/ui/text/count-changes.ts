/**
 * How many rows of a list came, and how many were changed, since it was read. `versionOf` names all of a row that is shown. Where rows that came
 * stand between those that were there, more may have come further down.
 */
export function countChanges<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { idOf, versionOf }: { idOf: (row: Row) => string; versionOf: (row: Row) => string },
): { added: number; changed: number; areMixed: boolean } {
  const known = new Map(shown.map((row) => [idOf(row), versionOf(row)]));
  let [added, changed, isBelow, areMixed] = [0, 0, false, false];
  for (const row of fresh) {
    const version = known.get(idOf(row));
    if (version === undefined) {
      added++;
      areMixed ||= isBelow;
      continue;
    }
    isBelow = true;
    if (version !== versionOf(row)) changed++;
  }
  return { added, changed, areMixed };
}
