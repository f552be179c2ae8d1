import type { Fault } from "./fault.ts";

/** Seconds above this are milliseconds, as pydantic reads unix timestamps. */
const MILLISECOND_WATERSHED = 2e10;
const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;
const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt _](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:([Zz])|([+-])(\d\d):?(\d\d))?)?$/;

/** Reads an ISO 8601 time (no zone means UTC) or a unix timestamp; gives ISO 8601 in UTC with microseconds where there are any. */
export function readInstant(value: unknown): { ok: string } | Fault {
  if (typeof value === "number") return readTimestamp(value);
  if (typeof value !== "string") return { type: "datetime_type" };
  if (/^-?\d+(\.\d+)?$/.test(value)) return readTimestamp(Number(value));
  const parts = PATTERN.exec(value);
  const reason = parts ? calendarFault(parts) : (dateFault(value) ?? TRAILING);
  if (reason !== null || parts === null)
    return { type: "datetime_from_date_parsing", reason: reason ?? TRAILING };
  return withinYears(toInstant(parts));
}

const TRAILING = "unexpected extra characters at the end of the input";

function readTimestamp(value: number): { ok: string } | Fault {
  const ms = Math.abs(value) > MILLISECOND_WATERSHED ? value : value * 1000;
  if (!Number.isFinite(ms) || Math.abs(ms) > 253_402_300_799_999)
    return { type: "datetime_parsing", reason: "dates after 9999 are not supported as unix timestamps" };
  return withinYears(new Date(ms).toISOString());
}

function withinYears(instant: string): { ok: string } | Fault {
  const year = Number(instant.slice(0, 4));
  if (instant.length <= 27 && year >= FIRST_YEAR && year <= LAST_YEAR) return { ok: instant };
  return { type: "value_error", text: `the year must be between ${FIRST_YEAR} and ${LAST_YEAR}` };
}

/** Why the parts are not a point in time, or null. A bad clock time reads as characters after a date, as pydantic says it. */
function calendarFault(parts: RegExpExecArray): string | null {
  const [year, month, day, hour, minute, second] = calendarNumbers(parts);
  if (month < 1 || month > 12) return "month value is outside expected range of 1-12";
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return "day value is outside expected range";
  const [zoneHour, zoneMinute] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)];
  return hour > 23 || minute > 59 || second > 59 || zoneHour > 23 || zoneMinute > 59 ? TRAILING : null;
}

type Six = [number, number, number, number, number, number];

/** Year to second. */
function calendarNumbers(parts: RegExpExecArray): Six {
  // The pattern has more groups than six, so the slice is of that length.
  return parts.slice(1, 7).map((part) => Number(part ?? 0)) as Six;
}

/** Why the first ten characters are not a date, or null. */
function dateFault(value: string): string | null {
  if (value.length < 10) return "input is too short";
  if (!/^\d{4}/.test(value)) return "invalid character in year";
  if (value[4] !== "-" || value[7] !== "-") return "invalid date separator, expected `-`";
  if (!/^\d\d$/.test(value.slice(5, 7))) return "invalid character in month";
  if (!/^\d\d$/.test(value.slice(8, 10))) return "invalid character in day";
  const month = Number(value.slice(5, 7));
  const day = Number(value.slice(8, 10));
  if (month < 1 || month > 12) return "month value is outside expected range of 1-12";
  if (day < 1 || day > new Date(Date.UTC(Number(value.slice(0, 4)), month, 0)).getUTCDate())
    return "day value is outside expected range";
  return null;
}

function toInstant(parts: RegExpExecArray): string {
  const [year, month, day, hour, minute, second] = calendarNumbers(parts);
  const micros = (parts[7] ?? "").padEnd(6, "0").slice(0, 6);
  const offset = (parts[9] === "-" ? -1 : 1) * (Number(parts[10] ?? 0) * 60 + Number(parts[11] ?? 0));
  const date = new Date(
    Date.UTC(year, month - 1, day, hour, minute - offset, second, Number(micros.slice(0, 3))),
  );
  const beyondMs = micros.slice(3);
  return beyondMs === "000" ? date.toISOString() : date.toISOString().replace("Z", `${beyondMs}Z`);
}
