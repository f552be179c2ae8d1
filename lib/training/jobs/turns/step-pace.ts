/** How long something takes, in seconds, and between what. */
export type Span = { estimate: number; low: number; high: number };

/** Fewer steps say too little to promise anything. */
const MIN_STEPS = 8;
/** Consecutive steps whose mean is one reading: single steps differ by their rows, which evens out over the rest of the job. */
const READING_STEPS = 4;

/**
 * How long a step takes, from when each of the newest steps was done, in seconds, apart for each stretch without an interruption: the median of readings, each the mean
 * time of a few consecutive steps of one stretch; the range goes from the fastest to the slowest fifth of the readings. Null before there are enough steps.
 */
export function stepPace(stretches: readonly (readonly number[])[]): Span | null {
  const steps = stretches.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  const readings = stretches.flatMap(readingsOf).sort((a, b) => a - b);
  if (steps < MIN_STEPS || readings.length === 0) return null;
  return { estimate: quantile(readings, 0.5), low: quantile(readings, 0.2), high: quantile(readings, 0.8) };
}

function readingsOf(times: readonly number[]): number[] {
  const readings: number[] = [];
  for (let end = times.length - 1; end >= READING_STEPS; end -= READING_STEPS)
    readings.push(((times[end] ?? 0) - (times[end - READING_STEPS] ?? 0)) / READING_STEPS);
  return readings;
}

/** Of ascending values, on straight lines between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
