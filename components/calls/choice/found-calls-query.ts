import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { holdsText } from "#components/calls/parts/call-filters.ts";
import { callsKey, SEARCH_MS } from "#components/calls/parts/call-queries.ts";
import { callsWith } from "#components/calls/parts/calls-with.ts";
import { call } from "#lib/client/call.ts";
import { allOf, HAS_ENDED } from "#lib/client/conditions.ts";
import type { Call, CallPlace } from "#lib/contract/traces/call-fields.ts";
import { searchCalls } from "#lib/contract/traces/calls.ts";
import { snakeCase } from "#lib/contract/wire.ts";

export const CALLS_OFFERED = 20;

export type Looked = {
  /** What the calls hold, or the id of one; empty for any. */
  text: string;
  /** Leaves out calls that still run. */
  endedOnly: boolean;
};

/** What names a call. */
const NAMING = ["id", "opName", "displayName", "startedAt", "summary", "inputs"] as const;
type Named = Pick<Call, (typeof NAMING)[number]>;

type Found = { calls: Named[]; further: CallPlace | null; isOutOfTime: boolean };

/** The newest calls that match, as far back as a second is enough for; further back when somebody asks. */
export function foundCallsQuery(projectId: string, { text, endedOnly }: Looked) {
  return infiniteQueryOptions({
    queryKey: [...callsKey(projectId), "found", text, endedOnly],
    placeholderData: keepPreviousData,
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }): Promise<Found> => {
      const page = await search(projectId, { text, endedOnly, from: pageParam }, signal);
      if (text === "" || pageParam !== null) return page;
      // The call of this id may be further back.
      const byId = await callsWith(
        NAMING,
        { projectId, filter: { callIds: [text] }, ...asked([endedOnly ? HAS_ENDED : null]) },
        { signal },
      );
      return { ...page, calls: [...byId, ...page.calls.filter(({ id }) => id !== text)] };
    },
    getNextPageParam: ({ further, isOutOfTime }: Found): CallPlace | null => (isOutOfTime ? further : null),
    select: listOf,
  });
}

function search(
  projectId: string,
  { text, endedOnly, from }: Looked & { from: CallPlace | null },
  signal: AbortSignal,
): Promise<Found> {
  return call(
    searchCalls,
    {
      projectId,
      ...asked([endedOnly ? HAS_ENDED : null, text === "" ? null : holdsText(text)]),
      columns: NAMING.map(snakeCase),
      direction: "desc",
      limit: CALLS_OFFERED,
      withinMs: SEARCH_MS,
      ...(from ? { from } : {}),
    },
    { signal },
  );
}

function asked(conditions: (typeof HAS_ENDED | null)[]) {
  const query = allOf(conditions.filter((condition) => condition !== null));
  return query ? { query } : {};
}

function listOf({ pages }: InfiniteData<Found, CallPlace | null>) {
  const last = pages.at(-1);
  const calls = pages.flatMap((page) => page.calls);
  return {
    rows: [...new Map(calls.map((one) => [one.id, one])).values()],
    searchedTo: last?.isOutOfTime ? (last.further?.startedAt ?? null) : null,
  };
}
