import { countOf } from "#components/ui/text/format.ts";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";

type Meant = Pick<Retraction, "annotatorUserId" | "itemIds" | "feedbackIds" | "since" | "until">;

/** `Answers of Ana to 3 items, from 1 Nov to 3 Nov` */
export function meantWords(
  { annotatorUserId, itemIds, feedbackIds, since, until }: Meant,
  personName: (id: string) => string,
): string {
  const what = feedbackIds.length > 0 ? countOf(feedbackIds.length, "answer") : "All answers";
  const whose = annotatorUserId === null ? "" : ` of ${personName(annotatorUserId)}`;
  const to = itemIds.length > 0 ? ` to ${countOf(itemIds.length, "item")}` : "";
  const from = since === null ? "" : ` from ${DAY.format(since)}`;
  const before = until === null ? "" : ` before ${DAY.format(until)}`;
  return `${what}${whose}${to}${from}${before}`;
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
