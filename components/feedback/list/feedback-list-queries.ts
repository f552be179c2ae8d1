import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { asRows, removeFeedback } from "#components/feedback/feedback-queries.ts";
import { afterReturn } from "#components/layout/state/after-return.ts";
import type { Sort } from "#components/ui/table/data-table.tsx";
import { call } from "#lib/client/call.ts";
import { queryFeedback } from "#lib/contract/traces/feedback.ts";
import { type FeedbackFilters, feedbackSelection } from "./feedback-filters.ts";

const PAGE_SIZE = 100;

/** Whose list it is decides what `isMine` means. */
export type FeedbackList = { projectId: string; userId: string; filters: FeedbackFilters; sort: Sort };

/** Also the key of what single calls show. */
function feedbackKey(projectId: string) {
  return ["feedback", projectId] as const;
}

export function feedbackListQuery({ projectId, userId, filters, sort }: FeedbackList) {
  return infiniteQueryOptions({
    queryKey: [...feedbackKey(projectId), "list", userId, filters, sort],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { result, totalCount } = await call(
        queryFeedback,
        {
          projectId,
          ...selectionOf(filters, userId),
          // Ties in the order of their ids, so that no page repeats what another has shown.
          sortBy: [
            { field: sort.id, direction: sort.direction },
            { field: "id", direction: sort.direction },
          ],
          limit: PAGE_SIZE,
          offset: pageParam,
        },
        { signal },
      );
      return { rows: asRows(result), totalCount };
    },
    getNextPageParam: ({ rows }, _, offset) => (rows.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE),
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values(),
    ],
  });
}

export function feedbackCountQuery({ projectId, userId, filters }: Omit<FeedbackList, "sort">) {
  return queryOptions({
    queryKey: [...feedbackKey(projectId), "count", userId, filters],
    queryFn: async ({ signal }) => {
      const asked = { projectId, ...selectionOf(filters, userId), fields: ["count(*)"] };
      return (await call(queryFeedback, asked, { signal })).totalCount;
    },
  });
}

function selectionOf(filters: FeedbackFilters, userId: string) {
  const query = feedbackSelection(filters, { now: new Date(), userId });
  return query ? { query } : {};
}

export function useDeleteFeedback(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => removeFeedback(projectId, ids),
    onSettled: () => client.invalidateQueries({ queryKey: feedbackKey(projectId) }),
  });
}
