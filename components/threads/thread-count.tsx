"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useProject } from "#components/projects/project-context.tsx";
import { countOf } from "#components/ui/format.ts";
import type { ThreadFilters } from "./thread-filters.ts";
import { threadSummaryQuery } from "./thread-queries.ts";

/** How many threads pass the filters. */
export function ThreadCount({ filters }: { filters: ThreadFilters }) {
  const { projectId } = useProject();
  const { data } = useQuery({
    ...threadSummaryQuery(projectId, filters),
    placeholderData: keepPreviousData,
  });
  return data ? <span>{countOf(data.threads, "thread")}</span> : null;
}
