import type { GrowthStep } from "#lib/contract/jobs/project-storage.ts";
import type { DayOfCalls } from "#lib/traces/totals/calls-by-day.ts";

const DAY_MS = 86_400_000;

/** So many bars of so many days. */
const BARS: { [S in GrowthStep]: { bars: number; days: number } } = {
  day: { bars: 30, days: 1 },
  week: { bars: 26, days: 7 },
};

type Counted = { calls: number; bytes: number };

/** The latest days or weeks up to now, those without calls included. */
export function growthOf(
  days: readonly DayOfCalls[],
  by: GrowthStep,
  now: Date,
): (Counted & { start: string })[] {
  const { bars, days: width } = BARS[by];
  const last = startOf(dayNumber(now.toISOString()), width);
  const sums = new Map<number, Counted>();
  for (const day of days) add(sums, startOf(dayNumber(day.day), width), day);
  return Array.from({ length: bars }, (_, i) => {
    const start = last - (bars - 1 - i) * width;
    return { start: textOf(start), ...(sums.get(start) ?? { calls: 0, bytes: 0 }) };
  });
}

/** `2026-11`, the newest first. */
export function monthsOf(days: readonly DayOfCalls[]): (Counted & { month: string })[] {
  const sums = new Map<string, Counted>();
  for (const day of days) add(sums, day.day.slice(0, "2026-11".length), day);
  return [...sums].map(([month, counted]) => ({ month, ...counted })).reverse();
}

export function sumOf(days: readonly DayOfCalls[]): { count: number; bytes: number } {
  return {
    count: days.reduce((sum, { calls }) => sum + calls, 0),
    bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function add<K>(sums: Map<K, Counted>, key: K, { calls, bytes }: Counted): void {
  const sum = sums.get(key) ?? { calls: 0, bytes: 0 };
  sums.set(key, { calls: sum.calls + calls, bytes: sum.bytes + bytes });
}

function dayNumber(text: string): number {
  return Math.floor(Date.parse(text) / DAY_MS);
}

/** The first day of 1970 was a Thursday; weeks begin on Monday. */
function startOf(day: number, width: number): number {
  return width === 1 ? day : day - ((day + 3) % width);
}

function textOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, "2026-11-29".length);
}
