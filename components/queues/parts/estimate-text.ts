type Interval = { value?: number | null; low: number | null; high: number | null };

/** `83 %` */
export function percentText(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `0.61` or `−0.07`, with the sign of a minus; a dash where there is nothing to compute it from. */
export function numberText(value: number | null): string {
  if (value === null) return "–";
  const digits = Math.abs(value).toFixed(2);
  return value < 0 && Number(digits) > 0 ? `−${digits}` : digits;
}

/** `(95 % interval 68 to 82 %)`, of a share; empty where there is none. */
export function percentInterval({ low, high }: Interval): string {
  return low === null || high === null ? "" : intervalOf(String(Math.round(low * 100)), percentText(high));
}

/** `(95 % interval −0.07 to 0.72)`, of an estimate; empty where there is none. */
export function intervalText({ low, high }: Interval): string {
  return low === null || high === null ? "" : intervalOf(numberText(low), numberText(high));
}

/** In words, as a dash reads like a minus beside numbers below zero. */
function intervalOf(low: string, high: string): string {
  return `(95 % interval ${low} to ${high})`;
}
