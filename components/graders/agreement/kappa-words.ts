import { numberText } from "#components/queues/parts/estimate-text.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";

/** `0.62 (0.44 to 0.78)` */
export function kappaWords({ value, low, high }: Estimate): string {
  if (value === null) return "–";
  const interval =
    low === null || high === null ? "no interval" : `${numberText(low)} to ${numberText(high)}`;
  return `${numberText(value)} (${interval})`;
}
