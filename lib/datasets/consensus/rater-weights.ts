/** That a rater gave an item a number. */
export type Rating = { item: string; rater: string; value: number };

/**
 * What each rater's numbers weigh in the mean of an item: the reverse of how far they lie from the mean of the others, squared, beside how far
 * people lie apart altogether (one step; a rater who never shared an item counts as everybody together). Null where no item has two numbers.
 */
export function raterWeights(ratings: readonly Rating[]): ReadonlyMap<string, number> | null {
  const residuals = new Map<string, number[]>();
  for (const said of Map.groupBy(ratings, ({ item }) => item).values()) {
    if (said.length < 2) continue;
    const sum = said.reduce((total, { value }) => total + value, 0);
    for (const { rater, value } of said) {
      const others = (sum - value) / (said.length - 1);
      residuals.set(rater, [...(residuals.get(rater) ?? []), (value - others) ** 2]);
    }
  }
  if (residuals.size === 0) return null;
  const spread = meanOf([...residuals.values()].flat());
  const raters = new Set(ratings.map(({ rater }) => rater));
  // Where all agree, nobody weighs more than another.
  if (spread === 0) return new Map([...raters].map((rater) => [rater, 1]));
  return new Map(
    [...raters].map((rater) => {
      const own = residuals.get(rater);
      return [rater, 1 / (spread + (own ? meanOf(own) : spread))];
    }),
  );
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
