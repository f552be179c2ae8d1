import type { Estimate } from "#lib/contract/evaluation/estimate.ts";

/** `0.62 (0.44 to 0.78)` */
export function kappaWords({ value, low, high }: Estimate): string {
  if (value === null) return "–";
  const interval = low === null || high === null ? "no interval" : `${shown(low)} to ${shown(high)}`;
  return `${shown(value)} (${interval})`;
}

function shown(number: number): string {
  return number.toFixed(2).replace("-", "−");
}
