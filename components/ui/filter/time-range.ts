/** A stretch of time: a preset that ends now, or two bounds of one's own. */
export type TimeRange = { since: Preset | null; after: string | null; before: string | null };
export type Preset = (typeof PRESETS)[number]["value"];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const PRESETS = [
  { value: "1h", label: "Last hour", durationMs: HOUR_MS },
  { value: "24h", label: "Last 24 hours", durationMs: DAY_MS },
  { value: "7d", label: "Last 7 days", durationMs: 7 * DAY_MS },
  { value: "30d", label: "Last 30 days", durationMs: 30 * DAY_MS },
] as const;

export const ANY_TIME: TimeRange = { since: null, after: null, before: null };

/** Reads a range from the texts of a page's address; what cannot be read counts as absent. */
export function readTimeRange(get: (name: string) => string | null): TimeRange {
  const since = PRESETS.find(({ value }) => value === get("since"))?.value ?? null;
  if (since) return { since, after: null, before: null };
  return { since, after: instantOrNull(get("after")), before: instantOrNull(get("before")) };
}

/** The bounds as they are now, in ISO 8601. */
export function boundsOf(
  { since, after, before }: TimeRange,
  now: Date,
): { after?: string; before?: string } {
  const preset = PRESETS.find(({ value }) => value === since);
  if (preset) return { after: new Date(now.getTime() - preset.durationMs).toISOString() };
  return { ...(after ? { after } : {}), ...(before ? { before } : {}) };
}

export function isAnyTime({ since, after, before }: TimeRange): boolean {
  return since === null && after === null && before === null;
}

/** The moment as the browser's own field for date and time writes it, in the reader's zone. */
export function toLocalField(instant: string | null): string {
  if (!instant) return "";
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The inverse of `toLocalField`; null where nothing or no moment was typed. */
export function fromLocalField(typed: string): string | null {
  return typed === "" ? null : instantOrNull(typed);
}

function instantOrNull(text: string | null): string | null {
  if (!text) return null;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year < 1970 || year > 9999 ? null : at.toISOString();
}
