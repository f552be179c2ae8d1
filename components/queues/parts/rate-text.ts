import { formatCount } from "#components/ui/text/format.ts";

/** Answers in an hour; a slow rate keeps one decimal. */
export function rateText(answersPerHour: number): string {
  const rate = answersPerHour >= 10 ? Math.round(answersPerHour) : Math.round(answersPerHour * 10) / 10;
  return `${formatCount(rate)}/h`;
}
