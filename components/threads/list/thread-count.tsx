"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import type { ThreadFilters } from "#components/threads/queries/thread-filters.ts";
import { threadSummaryQuery } from "#components/threads/queries/thread-queries.ts";
import { countOf } from "#components/ui/text/format.ts";

/** How many threads pass the filters. */
export function ThreadCount({ filters }: { filters: ThreadFilters }) {
  const { projectId } = useProject();
  const { data } = useQuery({
    ...threadSummaryQuery(projectId, filters),
    placeholderData: keepPreviousData,
  });
  return data ? <span>{countOf(data.threads, "thread")}</span> : null;
}
