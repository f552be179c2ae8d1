/** How long what is left will take, in ms, and between what. */
export type TimeLeft = { estimateMs: number; lowMs: number; highMs: number };

/** Steps that are looked at, the newest ones. */
const MAX_STEPS = 60;
/** Fewer say too little to promise anything. */
const MIN_STEPS = 8;
/** Consecutive steps whose mean is one reading: single steps differ by their rows, which evens out over the rest of the job. */
const READING_STEPS = 4;

/**
 * From when each step was done: the median of the newest readings, each the mean time of a few consecutive steps, times the steps that
 * are left; the range goes from the fastest to the slowest fifth of the readings. Null before there are enough steps.
 */
export function timeLeft(doneAt: readonly Date[], stepsLeft: number): TimeLeft | null {
  const times = doneAt.slice(-MAX_STEPS - 1).map((at) => at.getTime());
  if (times.length <= MIN_STEPS) return null;
  const readings: number[] = [];
  for (let end = times.length - 1; end >= READING_STEPS; end -= READING_STEPS)
    readings.push(((times[end] ?? 0) - (times[end - READING_STEPS] ?? 0)) / READING_STEPS);
  readings.sort((a, b) => a - b);
  return {
    estimateMs: quantile(readings, 0.5) * stepsLeft,
    lowMs: quantile(readings, 0.2) * stepsLeft,
    highMs: quantile(readings, 0.8) * stepsLeft,
  };
}

/** Of ascending values, on straight lines between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
