import { isDict } from "#lib/contract/fields.ts";

/**
 * What a call may say of its times under `attributes.spindle.not_in_source`: that its date, or what it took, stands in no source and was
 * filled in to keep the calls in order. Pages show neither, and no statistic counts such a duration.
 */
export const UNTOLD_TIMES = ["date", "duration"] as const;
export type UntoldTime = (typeof UNTOLD_TIMES)[number];

/** Adds the mark to the attributes, unless every time is from the source. */
export function withUntoldTimes(
  attributes: Record<string, unknown>,
  untold: readonly UntoldTime[],
): Record<string, unknown> {
  return untold.length === 0 ? attributes : { ...attributes, spindle: { not_in_source: [...untold] } };
}

/** What the attributes of a call say of its times; nothing where they say something else. */
export function untoldTimesIn(attributes: unknown): UntoldTime[] {
  const own = isDict(attributes) ? attributes.spindle : undefined;
  const missing = isDict(own) ? own.not_in_source : undefined;
  return Array.isArray(missing) ? UNTOLD_TIMES.filter((time) => missing.includes(time)) : [];
}
