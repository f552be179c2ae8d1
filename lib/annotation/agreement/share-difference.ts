import { wilsonInterval } from "./wilson-interval.ts";

export type Share = { cases: number; successes: number };

/**
 * The first share minus the second with its 95 % interval after Newcombe, from Wilson's intervals of both (R. G. Newcombe, "Interval estimation
 * for the difference between independent proportions", 1998, method 10). All null where either has no cases.
 */
export function shareDifference(
  first: Share,
  second: Share,
): { value: number | null; low: number | null; high: number | null } {
  const a = wilsonInterval(first.successes, first.cases);
  const b = wilsonInterval(second.successes, second.cases);
  if (a.value === null || a.low === null || a.high === null) return NOTHING;
  if (b.value === null || b.low === null || b.high === null) return NOTHING;
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

const NOTHING = { value: null, low: null, high: null };
