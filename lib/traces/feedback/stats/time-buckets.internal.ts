/** Consecutive stretches of time. */
export type TimeBuckets = {
  granularitySeconds: number;
  /** When each begins, in ms since 1970, ascending; the first holds the beginning of the time asked for. */
  starts: number[];
};

const MAX_BUCKETS = 10_000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * The buckets of the time from `startMs` to `endMs`. They begin where the clock of the zone reads a multiple of the granularity; one in which
 * the clock is put forward or back is shorter or longer than the others, so that days go from midnight to midnight.
 */
export function timeBuckets({
  startMs,
  endMs,
  granularity,
  timezone,
}: {
  startMs: number;
  endMs: number;
  granularity: number | undefined;
  timezone: string;
}): TimeBuckets {
  const seconds = (endMs - startMs) / 1000;
  const wanted = granularity ?? usualGranularity(seconds);
  const granularitySeconds = seconds / wanted <= MAX_BUCKETS ? wanted : Math.floor(seconds / MAX_BUCKETS) + 1;
  const clock = clockOf(timezone);
  const stepMs = granularitySeconds * 1000;
  const starts: number[] = [];
  for (let at = firstStart(startMs, stepMs, clock); at < endMs; at = nextStart(at, stepMs, clock))
    starts.push(at);
  return { granularitySeconds, starts };
}

function usualGranularity(seconds: number): number {
  if (seconds <= 2 * HOUR) return 300;
  if (seconds <= 12 * HOUR) return HOUR;
  if (seconds <= 3 * DAY) return 6 * HOUR;
  return seconds <= 14 * DAY ? 12 * HOUR : DAY;
}

/** By how much a zone's clock is ahead of UTC at a time; both in ms. */
type Clock = (ms: number) => number;

/** The last start that is not after `startMs`, come upon from before, as any other start is. */
function firstStart(startMs: number, stepMs: number, clock: Clock): number {
  let at = startMs - 2 * stepMs;
  for (let next = nextStart(at, stepMs, clock); next <= startMs; next = nextStart(at, stepMs, clock))
    at = next;
  return at;
}

/** When the clock next reads a multiple of the step. */
function nextStart(at: number, stepMs: number, clock: Clock): number {
  const reading = Math.floor((at + clock(at)) / stepMs) * stepMs + stepMs;
  const unmoved = reading - clock(at);
  const move = clock(unmoved) - clock(at);
  // If the clock moved by a step or more, the steps keep their readings, so that none is lost or doubled.
  if (move === 0 || Math.abs(move) >= stepMs) return unmoved;
  const moved = unmoved - move;
  // A reading that the clock leaves out is reached as it is put forward.
  return moved > at && clock(moved) === clock(unmoved) ? moved : unmoved;
}

const QUARTER_MS = 900_000;

/** Clocks are only put on at a full quarter of an hour of UTC, so each quarter is looked up once. */
function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const known = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
    const offset = known.get(quarter) ?? offsetAt(format, quarter);
    known.set(quarter, offset);
    return offset;
  };
}

function offsetAt(format: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const reading = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return reading - ms;
}
