/** Up to three decimals. */
export function formatScore(score: number | null): string {
  return score === null ? "–" : score.toLocaleString("en", { maximumFractionDigits: 3 });
}
