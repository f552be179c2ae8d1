import { formatCount } from "#components/ui/text/format.ts";
import type { XAxis } from "./step-axis.ts";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Writes places of an axis shortly, for its marks. */
export function axisFormat(axis: XAxis): (value: number) => string {
  if (axis === "time") return clockTime;
  if (axis === "tokens") return (value) => compact.format(value);
  // There is no half step to mark.
  return (value) => (Number.isInteger(value) ? formatCount(value) : "");
}

/** `45 s`, `2:05`, `1:02:05` */
function clockTime(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toPrecision(3))} s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
