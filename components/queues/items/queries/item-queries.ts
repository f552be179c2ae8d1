import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { queuesKey, useRefreshQueues } from "#components/queues/parts/queue-queries.ts";
import { call } from "#lib/client/call.ts";
import { changeItems, queryItemAnswers } from "#lib/contract/annotation/queue-lead.ts";
import {
  type ItemFilter,
  type ItemSort,
  type QueueItem,
  queryQueueItems,
} from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { allItems } from "./bulk-answer-acts.ts";

const ITEMS_PER_PAGE = 100;

export type ItemAnswers = ReplyOf<typeof queryItemAnswers>;
export type ItemQuery = { queueId: string; filter: ItemFilter; sort: ItemSort };

export function queueItemsQuery(projectId: string, { queueId, filter, sort }: ItemQuery) {
  return infiniteQueryOptions({
    queryKey: [...queuesKey(projectId), "items", queueId, filter, sort],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const page = { limit: ITEMS_PER_PAGE + 1, offset: pageParam, includePosition: true };
      const asked = { projectId, queueId, filter, ...(sort.length > 0 ? { sortBy: sort } : {}), ...page };
      return (await call(queryQueueItems, asked, { signal })).items;
    },
    getNextPageParam: (last, _, offset) =>
      last.length > ITEMS_PER_PAGE ? offset + ITEMS_PER_PAGE : undefined,
    select: itemsOf,
  });
}

/** Named, so that it runs once for each answer. */
function itemsOf({ pages }: { pages: QueueItem[][] }): QueueItem[] {
  const items = pages.flatMap((page) => page.slice(0, ITEMS_PER_PAGE));
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** How many items a filter keeps, which are those that a change of all of them reaches. */
export function itemCountQuery(projectId: string, { queueId, filter }: Omit<ItemQuery, "sort">) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "item-count", queueId, filter],
    queryFn: async ({ signal }) => {
      const asked = { projectId, queueId, filter, limit: 0, includeTotalCount: true };
      return (await call(queryQueueItems, asked, { signal })).totalCount ?? 0;
    },
  });
}

/** Every item that a filter keeps, as it is now: what is done with all of them is done with these. */
export function chosenItemsQuery(projectId: string, { queueId, filter }: Omit<ItemQuery, "sort">) {
  return queryOptions({
    // Apart from the other keys of queues: a change elsewhere must not read thousands of items again.
    queryKey: ["chosen-items", projectId, queueId, filter],
    queryFn: () => allItems({ projectId, queueId }, filter),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** One item of a queue as the list shows it; null where it is gone. */
export function queueItemQuery(projectId: string, { queueId, itemId }: { queueId: string; itemId: string }) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "item", queueId, itemId],
    queryFn: async ({ signal }) => {
      const filter = { id: itemId };
      return (await call(queryQueueItems, { projectId, queueId, filter }, { signal })).items[0] ?? null;
    },
  });
}

/** What everybody said of some items, judges and decisions with them. */
export function itemAnswersQuery(
  projectId: string,
  { queueId, itemIds }: { queueId: string; itemIds: readonly string[] },
) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "answers", queueId, itemIds],
    queryFn: ({ signal }) =>
      call(queryItemAnswers, { projectId, queueId, itemIds: [...itemIds] }, { signal }),
    enabled: itemIds.length > 0,
  });
}

export type ItemChange = Omit<InputOf<typeof changeItems>, "projectId" | "queueId">;

/** Does one thing to many items, and gives how many really changed. */
export function useChangeItems(projectId: string, queueId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: async (change: ItemChange) =>
      (await call(changeItems, { projectId, queueId, ...change })).changedCount,
    onSettled: refresh,
  });
}
