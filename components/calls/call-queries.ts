import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Sort } from "#components/ui/data-table.tsx";
import { call, callAll } from "#lib/client/call.ts";
import type { Call } from "#lib/contract/call-fields.ts";
import { deleteCalls, getCallStats, readCall, streamCalls, updateCall } from "#lib/contract/calls.ts";
import { type CallFilters, callSelection } from "./call-filters.ts";

const PAGE_SIZE = 100;
/** Counting goes no further; beyond it the exact number helps nobody. */
const MOST_COUNTED = 10_000;
const MOST_OF_TRACES = 2_000;

/** All that a row of a list shows, and none of the documents. */
const ROW_COLUMNS = [
  "id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "started_at",
  "ended_at",
  "summary",
  "wb_user_id",
  "wb_username",
];

export type CallSort = Sort;

/** The keys of everything that is known of the calls of a project. */
export function callsKey(projectId: string) {
  return ["calls", projectId] as const;
}

export function callListQuery(projectId: string, filters: CallFilters, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: [...callsKey(projectId), "list", filters, sort],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callAll(
        streamCalls,
        {
          projectId,
          ...callSelection(filters, new Date()),
          columns: ROW_COLUMNS,
          includeUsernames: true,
          sortBy: [{ field: sort.id, direction: sort.direction }],
          // One more than is shown tells whether there are more.
          limit: PAGE_SIZE + 1,
          offset: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => (last.length > PAGE_SIZE ? offset + PAGE_SIZE : undefined),
    select: ({ pages }) => distinct(pages.flatMap((page) => page.slice(0, PAGE_SIZE))),
  });
}

/** New calls push older ones onto the next page, where they would come twice. */
function distinct(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((one) => [one.id, one])).values()];
}

export function callCountQuery(projectId: string, filters: CallFilters) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "count", filters],
    queryFn: ({ signal }) =>
      call(
        getCallStats,
        { projectId, ...callSelection(filters, new Date()), limit: MOST_COUNTED },
        { signal },
      ),
  });
}

/** One call with all its documents; null where it is missing or deleted. */
export function callQuery(projectId: string, callId: string) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "one", callId],
    queryFn: async ({ signal }) =>
      (await call(readCall, { projectId, id: callId, includeUsernames: true }, { signal })).call,
  });
}

/** The calls of some traces without their documents, by their start. */
export function traceQuery(projectId: string, traceIds: readonly string[]) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "trace", traceIds],
    queryFn: ({ signal }) =>
      callAll(
        streamCalls,
        {
          projectId,
          filter: { traceIds: [...traceIds] },
          columns: ROW_COLUMNS,
          sortBy: [{ field: "started_at", direction: "asc" }],
          limit: MOST_OF_TRACES,
        },
        { signal },
      ),
  });
}

export function useDeleteCalls(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (callIds: string[]) => call(deleteCalls, { projectId, callIds }),
    onSuccess: () =>
      Promise.all(
        ["calls", "threads", "queues"].map((group) =>
          queryClient.invalidateQueries({ queryKey: [group, projectId] }),
        ),
      ),
  });
}

export function useRenameCall(projectId: string, callId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) => call(updateCall, { projectId, callId, displayName }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: callsKey(projectId) }),
  });
}
