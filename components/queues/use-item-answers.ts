"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useProject } from "#components/projects/project-context.tsx";
import type { ItemAnswer } from "#lib/contract/queue-lead.ts";
import type { QueueItem } from "#lib/contract/queues.ts";
import { ITEMS_PER_PAGE, itemAnswersQuery } from "./item-queries.ts";

/** What was said of the items of a list, read page by page as the list grows; empty for those who do not review. */
export function useItemAnswers(
  queueId: string,
  items: readonly QueueItem[] | undefined,
): ReadonlyMap<string, readonly ItemAnswer[]> {
  const { projectId, can } = useProject();
  const mayReview = can("answers:read");
  const pages = useMemo(() => (mayReview ? pagesOf(items ?? []) : []), [items, mayReview]);
  return useQueries({
    queries: pages.map((itemIds) => itemAnswersQuery(projectId, { queueId, itemIds })),
    combine: byItem,
  });
}

function pagesOf(items: readonly QueueItem[]): string[][] {
  const pages: string[][] = [];
  for (let i = 0; i < items.length; i += ITEMS_PER_PAGE)
    pages.push(items.slice(i, i + ITEMS_PER_PAGE).map(({ id }) => id));
  return pages;
}

/** Named, so that it runs again only when an answer has come. */
function byItem(
  results: readonly { data: { answers: ItemAnswer[] } | undefined }[],
): ReadonlyMap<string, readonly ItemAnswer[]> {
  return Map.groupBy(
    results.flatMap(({ data }) => data?.answers ?? []),
    ({ itemId }) => itemId,
  );
}
