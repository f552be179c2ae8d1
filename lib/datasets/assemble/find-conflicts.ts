/** What is known of a row: what its model is asked, and which value it teaches. Null where it teaches none. */
export type Taught = { itemId: string; asked: string; taught: string } | null;

/**
 * Of each row, the place of the first with the same prompt, where rows of that prompt teach different values; null of all others. Several answers to one item are not
 * held against each other: they are what people said of it, and the recipe says which of them hold.
 */
export function findConflicts(rows: readonly Taught[]): (number | null)[] {
  const byPrompt = Map.groupBy(rows.keys(), (place) => rows[place]?.asked);
  byPrompt.delete(undefined);
  const first = new Map<number, number>();
  for (const places of byPrompt.values()) {
    const taught = places.flatMap((place) => rows[place] ?? []);
    const isOne = (known: readonly string[]) => new Set(known).size === 1;
    if (isOne(taught.map(({ taught: value }) => value)) || isOne(taught.map(({ itemId }) => itemId)))
      continue;
    for (const place of places) first.set(place, places[0] ?? place);
  }
  return rows.map((_, place) => first.get(place) ?? null);
}
