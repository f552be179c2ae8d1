/** How far the rates go below and above the usual one: three decades together. */
const SPREAD = 10 ** 1.5;
/** Beyond it no model survives, and no job may have it. */
const MAX_RATE = 1;

/** The rate after this share of the way, from 0 to 1; each share of it multiplies the rate by as much as any other. */
export function rateOnTheWay(usual: number, share: number): number {
  const [from, to] = [usual / SPREAD, Math.min(MAX_RATE, usual * SPREAD)];
  return from * (to / from) ** share;
}

type Way = {
  readonly usualRate: number;
  readonly steps: number;
  readonly startsAt: number;
  readonly endsAt: number;
};

/** The rate of a step, counted from 0, by the way that steps or time have come, whichever is further; null once all of it is done. */
export function climbOf({ usualRate, steps, startsAt, endsAt }: Way) {
  let last = 0;
  return (step: number, now: number): number | null => {
    if (last >= 1) return null;
    const byTime = (now - startsAt) / Math.max(1, endsAt - startsAt);
    last = step === 0 ? 0 : Math.min(1, Math.max(step / (steps - 1), byTime));
    return rateOnTheWay(usualRate, last);
  };
}
