/** A job as it stands in the queue of one trainer. */
export type Turning = {
  /** Jobs of one model run one after the other. */
  model: string;
  /** Of its training, how many seconds are left; null where nobody knows. */
  left: number | null;
};

/** Seconds from now; null where nobody knows. */
export type Forecast = { begins: number | null; ends: number | null };

const MAX_TURNS = 10_000;

/**
 * When each job begins, or continues, and ends, where one trainer works on them by turns of `turn` seconds: first on the first one, which has had `spent` seconds of its
 * turn. A job that is alone runs on, and one of unknown length takes whole turns without an end, so that what comes after it begins then at the latest.
 */
export function forecastTurns(
  jobs: readonly Turning[],
  { turn, spent }: { turn: number; spent: number },
): Forecast[] {
  const left = jobs.map((job) => job.left ?? Number.POSITIVE_INFINITY);
  const found: Forecast[] = jobs.map(() => ({ begins: null, ends: null }));
  let order = jobs.map((_, at) => at);
  let now = 0;
  for (let turns = 0; turns < MAX_TURNS && order.length > 0; turns++) {
    const ready = order.filter((at) => isFirstOfModel(jobs, order, at));
    // Whatever is left turns without an end, and has begun or never will.
    if (ready.every((at) => left[at] === Number.POSITIVE_INFINITY && found[at]?.begins != null)) break;
    const [at = 0] = ready;
    const one = found[at] as Forecast;
    one.begins ??= now;
    const room =
      ready.length === 1 ? Number.POSITIVE_INFINITY : turns === 0 ? Math.max(0, turn - spent) : turn;
    const taken = Math.min(left[at] ?? 0, room);
    if (taken === Number.POSITIVE_INFINITY) break;
    now += taken;
    left[at] = (left[at] ?? 0) - taken;
    order = order.filter((other) => other !== at);
    if (left[at] === 0) one.ends = now;
    else order.push(at);
  }
  return found;
}

function isFirstOfModel(jobs: readonly Turning[], order: readonly number[], at: number): boolean {
  return !order.some((other) => other < at && jobs[other]?.model === jobs[at]?.model);
}
