/** Pauses after the first try, the second and so on, as Standard Webhooks proposes them: about three days in all. */
const PAUSES_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const SPREAD = 0.1;

/** How long to wait after so many tries, up to a tenth more by `chance` from 0 to 1 so that failures do not come back together; null after the last. */
export function nextTryMs(attempts: number, chance: number): number | null {
  const pause = PAUSES_SECONDS[attempts - 1];
  return pause === undefined ? null : Math.round(pause * 1000 * (1 + SPREAD * chance));
}
