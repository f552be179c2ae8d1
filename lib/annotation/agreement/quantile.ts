/** The quantile `share` (0 to 1) of ascending numbers, between two of them in proportion, as PostgreSQL's `percentile_cont` has it. NaN where there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  return below + (above - below) * (place - Math.floor(place));
}
