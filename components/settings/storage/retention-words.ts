import { countOf } from "#components/ui/text/format.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { previewRetention } from "#lib/contract/traces/retention.ts";
import type { Limit } from "./retention-queries.ts";

export function limitText({ unit, amount }: Limit): string {
  return unit === "days"
    ? `Calls are dropped ${countOf(amount, "day")} after they start or arrive.`
    : `The newest ${countOf(amount, "call is", "calls are")} kept.`;
}

/** What saving a limit would do now, in sentences. */
export function previewText({
  older,
  dropped,
  kept,
  isComplete,
}: ReplyOf<typeof previewRetention>): string[] {
  if (older === 0 && dropped + kept === 0) return ["No call is beyond this limit now."];
  if (!isComplete && dropped + kept === 0)
    return [
      `${countOf(older, "call is", "calls are")} beyond this limit. Their threads or traces are too long to count here what would be dropped.`,
    ];
  if (!isComplete)
    return [
      `${countOf(older, "call")} are beyond this limit. Of the first ${countOf(dropped + kept, "call")}, ${countOf(dropped, "call")} would be dropped; counting all of them takes too long.`,
    ];
  const stay =
    kept === 0
      ? []
      : [
          `${countOf(kept, "older call stays: its thread or trace has newer calls, or is", "older calls stay: their threads or traces have newer calls, or are")} in use.`,
        ];
  return [
    dropped === 0 ? "No call would be dropped now." : `${countOf(dropped, "call")} would be dropped now.`,
    ...stay,
  ];
}

/** A whole number from 1, or why it is none. */
export function readAmount(text: string, max: number): { amount: number } | { fault: string } {
  const amount = Number(text.replaceAll(",", ""));
  if (Number.isInteger(amount) && amount >= 1 && amount <= max) return { amount };
  return { fault: `Enter a whole number from 1 to ${max.toLocaleString("en")}.` };
}
