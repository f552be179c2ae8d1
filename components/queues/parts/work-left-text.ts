import { roughDuration } from "./rough-duration.ts";

/** How long the rest takes at the current rate, without pauses; the same text everywhere. */
export function workLeftText(hoursLeft: number): string {
  return roughDuration(hoursLeft * 3_600_000);
}
