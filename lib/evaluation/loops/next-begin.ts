import type { LoopWhen } from "#lib/contract/loops/loop-settings.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When a loop begins for the first time after `now`; null where it waits for answers. */
export function nextBegin(when: LoopWhen, now: Date): Date | null {
  switch (when.kind) {
    case "answers":
      return null;
    case "hours":
      return new Date(now.getTime() + when.hours * HOUR_MS);
    case "daily":
      return nextReading(when, now.getTime());
  }
}

/**
 * The next moment in which the clock of the zone shows this time of day. Where the clock jumps over it, the moment that it would have been without the
 * jump; where the clock shows it twice, the first of them.
 */
function nextReading({ at, timeZone }: { at: string; timeZone: string }, now: number): Date {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const offsetAt = offsetsOf(timeZone);
  const midnight = Math.floor((now + offsetAt(now)) / DAY_MS) * DAY_MS;
  // The clock may have been put on since, so today's may be over or still to come.
  for (const days of [0, 1, 2]) {
    const moment = momentOf(midnight + days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS, offsetAt);
    if (moment > now) return new Date(moment);
  }
  return new Date(now + DAY_MS);
}

/** When the clock shows a reading, which is counted as if the clock were that of UTC. */
function momentOf(reading: number, offsetAt: (at: number) => number): number {
  const unmoved = reading - offsetAt(reading - DAY_MS / 2);
  const offset = offsetAt(unmoved);
  const moved = reading - offset;
  return offsetAt(moved) === offset ? moved : unmoved;
}

/** How far the clock of a zone is ahead of UTC at a moment. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const [year, month, day] = [part("year"), part("month") - 1, part("day")];
    const shown = Date.UTC(year, month, day, part("hour"), part("minute"), part("second"));
    return shown - Math.floor(at / 1000) * 1000;
  };
}
