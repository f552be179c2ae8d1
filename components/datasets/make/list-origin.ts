import { countOf, formatCount } from "#components/ui/text/format.ts";
import { allOf, isWithin } from "#lib/client/conditions.ts";
import type { Selection } from "#lib/contract/datasets/sources.ts";
import type { Origin } from "./origin.ts";

export type FromList = Exclude<Origin, { kind: "queue" | "upload" | "version" }>;
/** What a list gives, or in words why it cannot. */
export type ListOrigin = FromList | string;

/** A recipe names at most so many calls or threads. */
export const MOST_NAMED = 1000;

/** Calls or threads by their ids. */
export function namedOrigin(kind: FromList["kind"], ids: readonly string[], noun = "selected "): ListOrigin {
  const one = kind === "threads" ? "thread" : "call";
  if (ids.length > MOST_NAMED)
    return `A recipe names at most ${formatCount(MOST_NAMED)} ${one}s, and these are more. Narrow the list, or select fewer.`;
  if (ids.length === 0) return `There is no ${one} here to take.`;
  const filter = kind === "threads" ? { threadIds: [...ids] } : { callIds: [...ids] };
  return { kind, words: countOf(ids.length, `${noun}${one}`), selection: { filter } };
}

/** What a filter keeps, now and whenever a version is built. */
export function filteredOrigin(
  kind: FromList["kind"],
  { filter, query }: Selection,
  words: string,
): FromList {
  const hasFilter = filter !== undefined && Object.values(filter).some((one) => one !== undefined);
  if (!hasFilter && !query) return { kind, words, selection: EVERYTHING };
  return { kind, words, selection: { ...(hasFilter ? { filter } : {}), ...(query ? { query } : {}) } };
}

/** A source must say which calls it means; these are all. */
const SINCE_EVER = allOf(isWithin("started_at", { after: "1970-01-01T00:00:00Z" }));
const EVERYTHING: Selection = SINCE_EVER ? { query: SINCE_EVER } : {};
