type Estimate = { value: number | null; low: number | null; high: number | null };

/** `83 %` */
export function percentText(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `0.61`; a dash where there is nothing to compute it from. */
export function numberText(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}

/** `68–82 %`, the interval of a share; empty where there is none. */
export function percentInterval({ low, high }: Estimate): string {
  return low === null || high === null ? "" : `${Math.round(low * 100)}–${percentText(high)}`;
}

/** `0.48–0.72`, the interval of an estimate; empty where there is none. */
export function intervalText({ low, high }: Estimate): string {
  return low === null || high === null ? "" : `${numberText(low)}–${numberText(high)}`;
}
