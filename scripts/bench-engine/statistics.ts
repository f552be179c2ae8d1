/** The value below which a share of the values lies. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function medianOf(values: readonly number[]): number {
  return percentileOf(values, 0.5);
}
