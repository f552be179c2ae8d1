const counts = new Intl.NumberFormat("en");
const EXACT = { dateStyle: "medium", timeStyle: "medium" } as const;
const exact = new Intl.DateTimeFormat("en", EXACT);
const exactUtc = new Intl.DateTimeFormat("en", { ...EXACT, timeZone: "UTC" });
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const clock = new Intl.DateTimeFormat("en", CLOCK);
const clockUtc = new Intl.DateTimeFormat("en", { ...CLOCK, timeZone: "UTC" });
const DAY = { month: "short", day: "numeric" } as const;
const day = new Intl.DateTimeFormat("en", DAY);
const dayOfYear = new Intl.DateTimeFormat("en", { ...DAY, year: "numeric" });
const dayUtc = new Intl.DateTimeFormat("en", { ...DAY, timeZone: "UTC" });
const dayOfYearUtc = new Intl.DateTimeFormat("en", { ...DAY, year: "numeric", timeZone: "UTC" });

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `12,345` */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 call`, `2 calls`; the plural is given where adding an s is wrong. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `840 ms`, `1.8 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`; a dash where there is no duration yet. */
export function formatDuration(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined || !Number.isFinite(durationMs)) return "–";
  if (Math.round(durationMs) < SECOND_MS) return `${Math.round(durationMs)} ms`;
  if (durationMs < MINUTE_MS - 50) return `${(durationMs / SECOND_MS).toFixed(1)} s`;
  const [unitMs, unit, partMs, part] = unitsFor(durationMs);
  const whole = Math.floor(durationMs / unitMs);
  const rest = Math.floor((durationMs % unitMs) / partMs);
  return rest > 0 ? `${whole} ${unit} ${rest} ${part}` : `${whole} ${unit}`;
}

function unitsFor(durationMs: number): [number, string, number, string] {
  if (durationMs < HOUR_MS) return [Math.min(MINUTE_MS, durationMs), "min", SECOND_MS, "s"];
  if (durationMs < DAY_MS) return [HOUR_MS, "h", MINUTE_MS, "min"];
  return [DAY_MS, "d", HOUR_MS, "h"];
}

/** `just now`, `5 min ago`, `3 h ago`, `Mar 4`, `Mar 4, 2024`; the future reads `in 5 min`. Days are the reader's where nothing else is said. */
export function formatRelative(at: Date, now: Date, timeZone?: "UTC"): string {
  const agoMs = now.getTime() - at.getTime();
  const distanceMs = Math.abs(agoMs);
  if (distanceMs < 45 * SECOND_MS) return "just now";
  if (distanceMs >= 7 * DAY_MS) return formatDay(at, now, timeZone);
  const distance = roughly(distanceMs);
  return agoMs > 0 ? `${distance} ago` : `in ${distance}`;
}

function formatDay(at: Date, now: Date, timeZone?: "UTC"): string {
  if (timeZone) return (at.getUTCFullYear() === now.getUTCFullYear() ? dayUtc : dayOfYearUtc).format(at);
  return (at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at);
}

function roughly(distanceMs: number): string {
  if (distanceMs < HOUR_MS) return `${Math.max(1, Math.round(distanceMs / MINUTE_MS))} min`;
  if (distanceMs < DAY_MS) return `${Math.floor(distanceMs / HOUR_MS)} h`;
  return `${Math.floor(distanceMs / DAY_MS)} d`;
}

/** `Mar 4, 18:00`, with the year where it is another one. */
export function formatMoment(at: Date, now: Date, timeZone?: "UTC"): string {
  return `${formatDay(at, now, timeZone)}, ${formatClock(at, timeZone)}`;
}

/** `18:00`, in the reader's own time zone where nothing else is said. */
export function formatClock(at: Date, timeZone?: "UTC"): string {
  return timeZone ? `${clockUtc.format(at)} UTC` : clock.format(at);
}

/** A moment to come: `18:00` today, `tomorrow at 02:02`, and the whole moment later. */
export function formatDeadline(at: Date, now: Date, timeZone?: "UTC"): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (days === 0) return formatClock(at, timeZone);
  return days === 1 ? `tomorrow at ${formatClock(at, timeZone)}` : formatExact(at, timeZone);
}

/** Days of the calendar, counted from any one. */
function dayNumber(at: Date, timeZone?: "UTC"): number {
  const [year, month, date] = timeZone
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
    : [at.getFullYear(), at.getMonth(), at.getDate()];
  return Date.UTC(year, month, date) / DAY_MS;
}

/** The whole moment, in the reader's own time zone where nothing else is said. */
export function formatExact(at: Date, timeZone?: "UTC"): string {
  return (timeZone ? exactUtc : exact).format(at);
}

/** `640 B`, `12 kB`, `3.4 MB` */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1_000) return `${sizeBytes} B`;
  if (sizeBytes < 1_000_000) return `${Math.round(sizeBytes / 1_000)} kB`;
  if (sizeBytes < 1_000_000_000) return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
  return `${(sizeBytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Cuts the middle out, since ids differ at both ends: `0192f3ab…9c41`. */
export function cutMiddle(text: string, keep = 12): string {
  if (text.length <= keep + 1) return text;
  const head = Math.ceil((keep * 2) / 3);
  return `${text.slice(0, head)}…${text.slice(text.length - (keep - head))}`;
}
