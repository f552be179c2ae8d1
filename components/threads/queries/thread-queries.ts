import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callsKey } from "#components/calls/parts/call-queries.ts";
import { afterReturn } from "#components/layout/state/after-return.ts";
import type { Sort } from "#components/ui/table/data-table.tsx";
import { call, callAll } from "#lib/client/call.ts";
import { IS_TURN } from "#lib/client/conditions.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";
import {
  getThreadDetails,
  queryThreads,
  queryTurns,
  summarizeThreads,
  THREAD_SORT_FIELDS,
  type Thread,
  type ThreadDetails,
} from "#lib/contract/traces/threads.ts";
import { countTurns } from "./read-turn-lines.ts";
import { type ThreadFilters, threadFilterOf } from "./thread-filters.ts";

export const THREADS_PER_PAGE = 200;
export const TURNS_PER_WINDOW = 100;
/** Few, since each turn may hold the whole conversation before it. */
export const CALLS_PER_WINDOW = 10;

/** The keys of everything that is known of the threads of a project. */
export function threadsKey(projectId: string) {
  return ["threads", projectId] as const;
}

/** What the list is ordered by where the address does not say. */
export const USUAL_THREAD_SORT: Sort = { id: "last_updated", direction: "desc" };

/** Read when its page is opened, and kept as it was: what came since is announced, and shown when somebody asks for it. */
export function threadListQuery(projectId: string, filters: ThreadFilters, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: [...threadsKey(projectId), "list", filters, sort],
    initialPageParam: 0,
    refetchOnMount: afterReturn,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ pageParam, signal }) => readThreads(projectId, { filters, sort, offset: pageParam }, signal),
    getNextPageParam: (last: Thread[], _: Thread[][], offset: number) =>
      last.length > THREADS_PER_PAGE ? offset + THREADS_PER_PAGE : undefined,
    select: distinct,
  });
}

/** A thread that got a new turn in between may come on two pages. Named, so that it runs once for each answer and not for each render. */
function distinct({ pages }: InfiniteData<Thread[], number>): Thread[] {
  const threads = pages.flatMap((page) => page.slice(0, THREADS_PER_PAGE));
  return [...new Map(threads.map((thread) => [thread.threadId, thread])).values()];
}

type Page = { filters: ThreadFilters; sort: Sort; offset: number };

/** One page, and one more thread where there are more. */
export function readThreads(
  projectId: string,
  { filters, sort, offset }: Page,
  signal?: AbortSignal,
): Promise<Thread[]> {
  const field = THREAD_SORT_FIELDS.find((one) => one === sort.id) ?? "last_updated";
  return callAll(
    queryThreads,
    {
      projectId,
      filter: threadFilterOf(filters, new Date()),
      sortBy: [{ field, direction: sort.direction }],
      limit: THREADS_PER_PAGE + 1,
      offset,
    },
    signal ? { signal } : {},
  );
}

export function threadSummaryQuery(projectId: string, filters: ThreadFilters) {
  return queryOptions({
    queryKey: [...threadsKey(projectId), "summary", filters],
    queryFn: ({ signal }) => readThreadSummary(projectId, filters, signal),
  });
}

/** The totals over the threads that pass the filters. */
export function readThreadSummary(projectId: string, filters: ThreadFilters, signal: AbortSignal) {
  return call(summarizeThreads, { projectId, filter: threadFilterOf(filters, new Date()) }, { signal });
}

export type NewestThread = Thread & Pick<ThreadDetails, "firstInput" | "isUpdateUndated" | "storedAt">;

/** The few conversations that got a turn last, each with what it began with. */
export function newestThreadsQuery(projectId: string, limit: number) {
  return queryOptions({
    queryKey: [...threadsKey(projectId), "newest", limit],
    queryFn: async ({ signal }): Promise<NewestThread[]> => {
      const sortBy = [{ field: "last_updated" as const, direction: "desc" as const }];
      const threads = await callAll(
        queryThreads,
        { projectId, filter: { isTraffic: true }, sortBy, limit, offset: 0 },
        { signal },
      );
      if (threads.length === 0) return [];
      const threadIds = threads.map(({ threadId }) => threadId);
      const { details } = await call(getThreadDetails, { projectId, threadIds }, { signal });
      const byId = new Map(details.map((one) => [one.threadId, one]));
      return threads.map((thread) => ({ ...thread, ...(byId.get(thread.threadId) ?? unknownOf(thread)) }));
    },
  });
}

/** Of a thread that went in between. */
function unknownOf({ lastUpdated }: Thread) {
  return { firstInput: null, isStartUndated: false, isUpdateUndated: false, storedAt: lastUpdated };
}

/** How many turns some threads have together. */
export function turnCountQuery(projectId: string, threadIds: readonly string[]) {
  return queryOptions({
    queryKey: [...threadsKey(projectId), "turn-count", threadIds],
    queryFn: ({ signal }) => countTurns(projectId, threadIds, { signal }),
  });
}

/** The statistics of one thread over all its turns, with what is known of its ends; null where it has none. */
export function threadQuery(projectId: string, threadId: string) {
  return queryOptions({
    queryKey: [...threadsKey(projectId), "one", threadId],
    queryFn: async ({ signal }): Promise<DatedThread | null> => {
      const filter = { threadIds: [threadId] };
      const [[thread], { details }] = await Promise.all([
        callAll(queryThreads, { projectId, filter, limit: 1, offset: 0 }, { signal }),
        call(getThreadDetails, { projectId, threadIds: [threadId] }, { signal }),
      ]);
      if (!thread) return null;
      const { isStartUndated, isUpdateUndated, storedAt } = details[0] ?? unknownOf(thread);
      return { ...thread, isStartUndated, isUpdateUndated, storedAt };
    },
  });
}

export type DatedThread = Thread & Pick<ThreadDetails, "isStartUndated" | "isUpdateUndated" | "storedAt">;

export function turnsKey(projectId: string, threadId: string) {
  return [...threadsKey(projectId), "turns", threadId] as const;
}

/** A window of a thread's turns without their documents, oldest first; `window` counts from 0. */
export function turnWindowQuery(projectId: string, threadId: string, window: number) {
  return queryOptions({
    queryKey: [...turnsKey(projectId, threadId), window],
    queryFn: ({ signal }) =>
      call(
        queryTurns,
        { projectId, threadId, limit: TURNS_PER_WINDOW, offset: window * TURNS_PER_WINDOW },
        { signal },
      ),
  });
}

/** The whole calls of some turns, by id. */
export function turnCallsQuery(projectId: string, callIds: readonly string[]) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "of-turns", callIds],
    queryFn: async ({ signal }) => {
      const calls = await callAll(streamCalls, { projectId, filter: { callIds: [...callIds] } }, { signal });
      return new Map(calls.map((one) => [one.id, one]));
    },
  });
}

/** What of a thread goes into a queue. */
export type ThreadPart = "calls" | "turns" | "last";

/** The ids of calls of some threads, thread by thread and oldest first. */
export async function readCallIds(
  projectId: string,
  threadIds: readonly string[],
  part: ThreadPart,
): Promise<string[]> {
  if (part === "last") {
    const filter = { threadIds: [...threadIds] };
    const threads = await callAll(queryThreads, { projectId, filter, offset: 0 });
    return threads.flatMap(({ lastTurnId }) => lastTurnId ?? []);
  }
  const calls = await callAll(streamCalls, {
    projectId,
    filter: { threadIds: [...threadIds] },
    ...(part === "turns" ? { query: IS_TURN } : {}),
    columns: ["id", "started_at"],
    sortBy: [
      { field: "thread_id", direction: "asc" },
      { field: "started_at", direction: "asc" },
    ],
  });
  return calls.map(({ id }) => id);
}
