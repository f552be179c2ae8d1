import type { BlindRate } from "#lib/contract/evaluation/blind-queues.ts";

/** Of two: who is preferred, or that there is no difference beyond noise; null of more, whose strengths say it. */
export function winRateWords(rates: readonly BlindRate[], nameOf: (runId: string) => string): string | null {
  const [one, other] = rates;
  if (!one || !other || rates.length > 2) return null;
  const { value, low, high } = one.winRate;
  if (value === null) return null;
  if (low === null || high === null || (low <= 0.5 && high >= 0.5))
    return "People show no preference beyond noise: the interval includes 50 %.";
  const winner = value > 0.5 ? one : other;
  return `People prefer ${nameOf(winner.runId)}, by more than noise.`;
}
