import { formatDuration } from "#components/ui/text/format.ts";

/** How long a reply took from its request to its first piece, null where none came, and to its end. */
export type ReplyTiming = { firstMs: number | null; totalMs: number };

const MIN_SECONDS = 0.01;

/** `31 tokens/s · first after 120 ms`: the rate excludes the first token, whose time includes the wait. */
export function speedText({ firstMs, totalMs }: ReplyTiming, completionTokens: number | null): string {
  if (firstMs === null) return "";
  const seconds = (totalMs - firstMs) / 1000;
  const later = (completionTokens ?? 0) - 1;
  // A reply that came all at once, such as a tool call, has no rate.
  const rate = later > 0 && seconds >= MIN_SECONDS ? later / seconds : null;
  const pace = rate === null ? "" : `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} tokens/s`;
  return [pace, `first after ${formatDuration(firstMs)}`].filter(Boolean).join(" · ");
}
