import type { BurnUp } from "#components/quality/quality-queries.ts";
import { workLeftText } from "#components/queues/parts/work-left-text.ts";
import { formatCount } from "#components/ui/text/format.ts";

export const EMPTY_TEXT = "The queue is empty. The chart starts with the first item.";

/** Nothing is wanted, and nothing ever was. */
export function isEmpty({ points }: Pick<BurnUp, "points">): boolean {
  return points.every(({ given, wanted }) => given === 0 && wanted === 0);
}

/** The chart in words, for everyone. How long the work takes is one thing; when it ends, with the pauses that people make, is a moment. */
export function burnUpText(
  { unit, points, forecast }: Pick<BurnUp, "unit" | "points" | "forecast">,
  hoursLeft: number | null,
): string {
  const last = points.at(-1);
  if (!last || isEmpty({ points })) return EMPTY_TEXT;
  const numbers = `${formatCount(last.given)} of ${formatCount(last.wanted)}`;
  // Where everybody answers each item, there may be more answers than items.
  const counts = unit === "item" ? `${numbers} items done.` : `${numbers} answers given.`;
  if (last.given >= last.wanted) return unit === "item" ? counts : `${counts} All are in.`;
  const work = hoursLeft === null ? [] : [`Work left: ${workLeftText(hoursLeft)}.`];
  return [counts, ...work, endText(forecast)].filter(Boolean).join(" ");
}

function endText({ early, middle, late, answersPerHour }: BurnUp["forecast"]): string {
  if (answersPerHour === null) return "It is too early to estimate the end.";
  if (!middle) return "";
  const band = early && late ? ` (between ${momentText(early)} and ${momentText(late)})` : "";
  return `At this pace, pauses included, the last is due on ${momentText(middle)}${band}.`;
}

/** `Nov 23, 14:05` */
export function momentText(at: Date): string {
  return at.toLocaleDateString("en", {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
