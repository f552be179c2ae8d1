import { roughDuration } from "./rough-duration.ts";

/** How long the rest takes at the pace of those who work, without their pauses; one text wherever that is told. */
export function workLeftText(hoursLeft: number): string {
  return roughDuration(hoursLeft * 3_600_000);
}
