import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import type { Sort } from "#components/ui/table/data-table.tsx";
import { call, callAll } from "#lib/client/call.ts";
import { allOf, IS_INSIDE, isWithin } from "#lib/client/conditions.ts";
import type { Call, CallPlace } from "#lib/contract/traces/call-fields.ts";
import { pickCalls } from "#lib/contract/traces/call-lists.ts";
import {
  deleteCalls,
  getCallStats,
  readCall,
  searchCalls,
  streamCalls,
  updateCall,
} from "#lib/contract/traces/calls.ts";
import { snakeCase } from "#lib/contract/wire.ts";
import { type CallFilters, callSelection } from "./call-filters.ts";
import { callsWith } from "./calls-with.ts";

export const CALLS_PER_PAGE = 100;
/** Counting goes no further; beyond it the exact number helps nobody. */
const MAX_COUNTED = 10_000;
const MAX_OF_TRACES = 2_000;

/** All that a row of a list shows, and none of the documents. */
const ROW_FIELDS = [
  "id",
  "opName",
  "displayName",
  "traceId",
  "parentId",
  "threadId",
  "turnId",
  "startedAt",
  "endedAt",
  "summary",
  "wbUserId",
  "wbUsername",
] as const;
export type CallRow = Pick<Call, (typeof ROW_FIELDS)[number]>;

/** The keys of everything that is known of the calls of a project. */
export function callsKey(projectId: string) {
  return ["calls", projectId] as const;
}

/** The default order of the list. */
export const USUAL_CALL_SORT: Sort = { id: "started_at", direction: "desc" };

/** Read when its page is opened, and kept as it was: what came since is announced, and shown when somebody asks for it. */
export function callListQuery(projectId: string, filters: CallFilters, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: [...callsKey(projectId), "list", filters, sort],
    initialPageParam: FIRST_PAGE,
    refetchOnMount: afterReturn,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ pageParam, signal }) => readCallPage(projectId, { filters, sort, from: pageParam }, signal),
    getNextPageParam: (last: CallPage) => last.next,
    select: listOf,
  });
}

/** Where a page begins: in an order by their start after a call, in others after so many. */
export type PageStart = CallPlace | number;
export const FIRST_PAGE: PageStart = 0;

export type CallPage = {
  rows: CallRow[];
  next: PageStart | null;
  /** When the last call started that was looked at, where the time was over before the page was full. */
  searchedTo: string | null;
};

export type CallList = Pick<CallPage, "rows" | "searchedTo">;

type Page = { filters: CallFilters; sort: Sort; from: PageStart };

export function readCallPage(projectId: string, page: Page, signal: AbortSignal): Promise<CallPage> {
  return page.sort.id === USUAL_CALL_SORT.id
    ? searchPage(projectId, page, signal)
    : orderedPage(projectId, page, signal);
}

/** How long the service looks through calls before it says how far it got; a page then takes less than a second. */
export const SEARCH_MS = 600;

/** In the order of their start a page needs no calls but those it looks at, so that it is there within a second whatever is asked for. */
async function searchPage(
  projectId: string,
  { filters, sort, from }: Page,
  signal: AbortSignal,
): Promise<CallPage> {
  const { calls, further, isOutOfTime } = await call(
    searchCalls,
    {
      projectId,
      ...callSelection(filters, new Date()),
      columns: ROW_FIELDS.map(snakeCase),
      includeUsernames: true,
      direction: sort.direction,
      limit: CALLS_PER_PAGE,
      withinMs: SEARCH_MS,
      ...(typeof from === "number" ? {} : { from }),
    },
    { signal },
  );
  return { rows: calls, next: further, searchedTo: isOutOfTime && further ? further.startedAt : null };
}

async function orderedPage(
  projectId: string,
  { filters, sort, from }: Page,
  signal: AbortSignal,
): Promise<CallPage> {
  const offset = typeof from === "number" ? from : 0;
  const rows = await callsWith(
    ROW_FIELDS,
    {
      projectId,
      ...callSelection(filters, new Date()),
      includeUsernames: true,
      sortBy: [{ field: sort.id, direction: sort.direction }],
      // One more says whether there are more.
      limit: CALLS_PER_PAGE + 1,
      offset,
    },
    { signal },
  );
  const next = rows.length > CALLS_PER_PAGE ? offset + CALLS_PER_PAGE : null;
  return { rows: rows.slice(0, CALLS_PER_PAGE), next, searchedTo: null };
}

/** Without calls that new ones have pushed onto the next page, where they would repeat. Named, so that it runs once per answer. */
function listOf({ pages }: InfiniteData<CallPage, PageStart>): CallList {
  const calls = pages.flatMap(({ rows }) => rows);
  return {
    rows: [...new Map(calls.map((one) => [one.id, one])).values()],
    searchedTo: pages.at(-1)?.searchedTo ?? null,
  };
}

export function callCountQuery(projectId: string, filters: CallFilters) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "count", filters],
    queryFn: ({ signal }) => countCalls(projectId, filters, signal),
  });
}

/** Within a second, too: what is not counted by then stands as a plus. */
export function countCalls(projectId: string, filters: CallFilters, signal: AbortSignal) {
  const selection = callSelection(filters, new Date());
  return call(getCallStats, { projectId, ...selection, limit: MAX_COUNTED, withinMs: SEARCH_MS }, { signal });
}

/** Exactly how many match, however many those are. */
export function callTotalQuery(projectId: string, filters: CallFilters) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "count", "exact", filters],
    queryFn: async ({ signal }) =>
      (await call(getCallStats, { projectId, ...callSelection(filters, new Date()) }, { signal })).count,
  });
}

export type Draw = { count: number; seed: number };

/** The ids of all calls that match, or of a random few of them. */
export async function pickCallIds(
  projectId: string,
  { filters, random }: { filters: CallFilters; random?: Draw | undefined },
): Promise<Set<string>> {
  const asked = { projectId, ...callSelection(filters, new Date()), ...(random ? { random } : {}) };
  const picked = await callAll(pickCalls, asked);
  return new Set(picked.map(({ id }) => id));
}

/** One call with all its documents; null if it is missing or deleted. */
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
      callsWith(
        ROW_FIELDS,
        {
          projectId,
          filter: { traceIds: [...traceIds] },
          sortBy: [{ field: "started_at", direction: "asc" }],
          limit: MAX_OF_TRACES,
        },
        { signal },
      ),
  });
}

const MAX_MADE = 300;
const MADE_COLUMNS = [
  "id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "started_at",
  "ended_at",
  "inputs",
  "output",
  "exception",
];

export type MadeInTraces = { calls: Call[]; isCut: boolean };

/** Clocks of programs that call each other differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** The calls that were made inside these, and whatever else their traces hold from then on, with documents and by their start. */
export function madeCallsQuery(projectId: string, makers: readonly Pick<Call, "traceId" | "startedAt">[]) {
  const traceIds = [...new Set(makers.map(({ traceId }) => traceId))];
  const firstMs = Math.min(...makers.map(({ startedAt }) => Date.parse(startedAt)));
  const after = makers.length > 0 ? new Date(firstMs - CLOCKS_DIFFER_MS).toISOString() : "";
  return queryOptions({
    queryKey: [...callsKey(projectId), "made", traceIds, after],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<MadeInTraces> => {
      const calls = await callAll(
        streamCalls,
        {
          projectId,
          filter: { traceIds },
          query: allOf([IS_INSIDE, ...isWithin("started_at", { after })]),
          columns: MADE_COLUMNS,
          sortBy: [{ field: "started_at", direction: "asc" }],
          limit: MAX_MADE + 1,
        },
        { signal },
      );
      return { calls: calls.slice(0, MAX_MADE), isCut: calls.length > MAX_MADE };
    },
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
