import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callsKey } from "#components/calls/call-queries.ts";
import type { Sort } from "#components/ui/data-table.tsx";
import { boundsOf, type TimeRange } from "#components/ui/time-range.ts";
import { callAll } from "#lib/client/call.ts";
import { streamCalls } from "#lib/contract/calls.ts";
import type { Query } from "#lib/contract/query.ts";
import { queryThreads, THREAD_SORT_FIELDS, type ThreadFilter } from "#lib/contract/threads.ts";

const PAGE_SIZE = 100;
const TURNS_PER_PAGE = 25;

export type ThreadFilters = { time: TimeRange; threadIds: readonly string[] };

/** A turn is a call whose id is its turn id. */
const IS_TURN: Query = { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } };

export function threadListQuery(projectId: string, filters: ThreadFilters, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: ["threads", projectId, "list", filters, sort],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callAll(
        queryThreads,
        {
          projectId,
          filter: filterOf(filters, new Date()),
          sortBy: [{ field: sortField(sort.id), direction: sort.direction }],
          // One more than is shown tells whether there are more.
          limit: PAGE_SIZE + 1,
          offset: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => (last.length > PAGE_SIZE ? offset + PAGE_SIZE : undefined),
    select: ({ pages }) => {
      const threads = pages.flatMap((page) => page.slice(0, PAGE_SIZE));
      // A thread that got a new turn meanwhile may come on two pages.
      return [...new Map(threads.map((thread) => [thread.threadId, thread])).values()];
    },
  });
}

function sortField(id: string): (typeof THREAD_SORT_FIELDS)[number] {
  return THREAD_SORT_FIELDS.find((field) => field === id) ?? "last_updated";
}

function filterOf({ time, threadIds }: ThreadFilters, now: Date): ThreadFilter {
  const { after, before } = boundsOf(time, now);
  return {
    ...(after ? { afterDatetime: after } : {}),
    ...(before ? { beforeDatetime: before } : {}),
    ...(threadIds.length > 0 ? { threadIds: [...threadIds] } : {}),
  };
}

/** The statistics of one thread over all its turns; null where it has none. */
export function threadQuery(projectId: string, threadId: string) {
  return queryOptions({
    queryKey: ["threads", projectId, "one", threadId],
    queryFn: async ({ signal }) => {
      const filter = { threadIds: [threadId] };
      return (await callAll(queryThreads, { projectId, filter, limit: 1, offset: 0 }, { signal }))[0] ?? null;
    },
  });
}

/** The turns of a thread, oldest first, with what was said. */
export function turnsQuery(projectId: string, threadId: string) {
  return infiniteQueryOptions({
    queryKey: [...callsKey(projectId), "turns", threadId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callAll(
        streamCalls,
        {
          projectId,
          filter: { threadIds: [threadId] },
          query: IS_TURN,
          sortBy: [{ field: "started_at", direction: "asc" }],
          limit: TURNS_PER_PAGE + 1,
          offset: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last, _, offset) =>
      last.length > TURNS_PER_PAGE ? offset + TURNS_PER_PAGE : undefined,
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, TURNS_PER_PAGE)),
  });
}

/** The ids of all turns of some threads, oldest first. */
export async function readTurnIds(projectId: string, threadIds: readonly string[]): Promise<string[]> {
  const turns = await callAll(streamCalls, {
    projectId,
    filter: { threadIds: [...threadIds] },
    query: IS_TURN,
    columns: ["id", "started_at"],
  });
  return turns.map(({ id }) => id);
}
