import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { call } from "#lib/client/call.ts";
import { getPublishedDataset, queryPublishedRows } from "#lib/contract/datasets/published-datasets.ts";
import { datasetsKey } from "./dataset-queries.ts";

/** Conversations are long; more of them than this nobody reads at once. */
const ROWS_SHOWN = 20;

/** A dataset that a program published, with its versions and what was made of them. */
export function publishedDatasetQuery(projectId: string, name: string) {
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "published", name],
    queryFn: ({ signal }) => call(getPublishedDataset, { projectId, name }, { signal }),
  });
}

/** Rows of one of its versions, which never change. */
export function publishedRowsQuery(place: { projectId: string; name: string; version: string }) {
  return infiniteQueryOptions({
    queryKey: [...datasetsKey(place.projectId), "published-rows", place.name, place.version],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(queryPublishedRows, { ...place, limit: ROWS_SHOWN, offset: pageParam }, { signal }),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.rows.length, offset),
  });
}
