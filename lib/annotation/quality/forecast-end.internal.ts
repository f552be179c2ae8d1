import { quantile } from "#lib/annotation/agreement/quantile.ts";
import type { getQueueBurnUp } from "#lib/contract/annotation/queue-quality.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

/** What was answered, for the first time at `firstAt`, and what came to be wanted, in a stretch of time. */
export type Bucket = { start: Date; given: number; wanted: number; firstAt: Date | null };
type Forecast = ReplyOf<typeof getQueueBurnUp>["forecast"];
type Course = { buckets: readonly Bucket[]; bucketSeconds: number; remaining: number; now: Date };

/** So many buckets with answers are looked back upon, at most: a day of hours, or a month of working days. */
const MAX_ACTIVE = 24;
/** Fewer say neither which pauses to expect nor how much the pace varies. */
const MIN_ACTIVE = 3;
const MIN_ANSWERS = 5;
const HOUR_MS = 3_600_000;
/** What would take longer than this cannot be said: a hundred years. */
const MAX_HOURS = 876_000;

/**
 * When all will be done if people continue as in the last 24 buckets with answers. `answersPerHour` is the mean over all the time since the
 * first answer in these, so that nights and weekends count. The band comes from the quartiles of answers in buckets with any, slowed by the
 * share of such buckets; it contains the mean. There is no forecast if nothing is left to do, or before three buckets have answers: a first
 * hour says nothing about the pauses to come.
 */
export function forecastEnd({ buckets, bucketSeconds, remaining, now }: Course): Forecast {
  const active = buckets.filter(({ given }) => given > 0).slice(-MAX_ACTIVE);
  const [first] = active;
  const answers = active.reduce((sum, { given }) => sum + given, 0);
  if (!first || active.length < MIN_ACTIVE || answers < MIN_ANSWERS)
    return { early: null, middle: null, late: null, answersPerHour: null };
  const bucketHours = bucketSeconds / 3600;
  const begunAt = first.firstAt ?? first.start;
  const hours = (now.getTime() - begunAt.getTime()) / HOUR_MS;
  const mean = answers / hours;
  const after = (answersPerHour: number) => {
    if (remaining === 0 || remaining / answersPerHour > MAX_HOURS) return null;
    return new Date(now.getTime() + (remaining / answersPerHour) * HOUR_MS);
  };
  const band = bandOf(active, { hours, bucketHours, mean });
  return { early: after(band.fast), middle: after(mean), late: after(band.slow), answersPerHour: mean };
}

type Pace = { hours: number; bucketHours: number; mean: number };

/** Answers per hour at the slower and the faster pace. */
function bandOf(
  active: readonly Bucket[],
  { hours, bucketHours, mean }: Pace,
): { slow: number; fast: number } {
  const counts = active.map(({ given }) => given).sort((a, b) => a - b);
  // The share of buckets with answers in that time, the current bucket included.
  const share = Math.min(active.length / hours, 1 / bucketHours);
  return {
    slow: Math.min(mean, quantile(counts, 0.25) * share),
    fast: Math.max(mean, quantile(counts, 0.75) * share),
  };
}
