"use client";

import { type ListOrigin, MOST_NAMED, namedOrigin } from "#components/datasets/make/list-origin.ts";
import { MakeFromList } from "#components/datasets/make/make-from-list.tsx";
import { useProject } from "#components/project/project-context.tsx";
import {
  isFiltered,
  type ThreadFilters,
  threadFilterOf,
} from "#components/threads/queries/thread-filters.ts";
import { callAll } from "#lib/client/call.ts";
import { queryThreads } from "#lib/contract/traces/threads.ts";

type MakeFromThreadsProps = { selected: ReadonlySet<string>; filters: ThreadFilters };

/** The way from threads to training data. Their filters count turns and durations, which no recipe does, so it names the threads. */
export function MakeFromThreads({ selected, filters }: MakeFromThreadsProps) {
  const { projectId } = useProject();
  const find = async (): Promise<ListOrigin> => {
    if (selected.size > 0) return namedOrigin("threads", [...selected]);
    const filter = threadFilterOf(filters, new Date());
    const shown = await callAll(queryThreads, { projectId, filter, limit: MOST_NAMED + 1, offset: 0 });
    const ids = shown.map(({ threadId }) => threadId);
    return namedOrigin("threads", ids, isFiltered(filters) ? "filtered " : "");
  };
  return <MakeFromList find={find} />;
}
