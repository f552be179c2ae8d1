"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { useSearchState } from "#components/layout/use-search-state.ts";
import { NoAccess } from "#components/projects/no-access.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import { DataTable, type Sort } from "#components/ui/data-table.tsx";
import { countOf, formatCount } from "#components/ui/format.ts";
import { isAnyTime, readTimeRange } from "#components/ui/time-range.ts";
import type { Thread } from "#lib/contract/threads.ts";
import { NoThreads } from "./no-threads.tsx";
import { readThreadIds } from "./read-thread-ids.ts";
import { THREAD_COLUMNS } from "./thread-columns.tsx";
import { ThreadDrawer } from "./thread-drawer.tsx";
import { ThreadFilterBar } from "./thread-filter-bar.tsx";
import { threadListQuery } from "./thread-queries.ts";

const DEFAULT_SORT: Sort = { id: "last_updated", direction: "desc" };

export function ThreadsPage() {
  const { can } = useProject();
  if (can("threads:read")) return <ThreadList />;
  return (
    <>
      <PageHeader title="Threads" />
      <NoAccess title="Threads are not open to annotators">
        Your work waits in the queues. Each item shows its call and the conversation around it.
      </NoAccess>
    </>
  );
}

function ThreadList() {
  const { projectId } = useProject();
  const { get, replace, push } = useSearchState();
  const filters = useMemo(
    () => ({ time: readTimeRange(get), threadIds: readThreadIds(get("ids") ?? "") }),
    [get],
  );
  const sort = readSort(get("sort"), get("dir"));
  const list = useInfiniteQuery({
    ...threadListQuery(projectId, filters, sort),
    placeholderData: keepPreviousData,
  });
  const openId = get("thread");
  const isFiltered = !isAnyTime(filters.time) || filters.threadIds.length > 0;
  const open = ({ threadId }: Thread) => (openId ? replace : push)({ thread: threadId });
  return (
    <>
      <PageHeader
        title="Threads"
        meta={list.data ? <ThreadCount shown={list.data.length} hasMore={list.hasNextPage} /> : null}
      >
        <ThreadFilterBar filters={filters} onChange={replace} />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Threads"
        columns={THREAD_COLUMNS}
        rows={list.data}
        getRowId={threadIdOf}
        rowLabel={(thread) => `Thread ${thread.threadId}, ${countOf(thread.turnCount, "turn")}`}
        error={
          list.error ? { title: "The threads could not be loaded.", detail: explainError(list.error) } : null
        }
        onRetry={() => void list.refetch()}
        empty={
          <NoThreads
            isFiltered={isFiltered}
            onClear={() => replace({ since: null, after: null, before: null, ids: null })}
          />
        }
        sort={sort}
        onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
        onOpen={open}
        openRowId={openId}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
      <ThreadDrawer threadId={openId} onClose={() => replace({ thread: null })} />
    </>
  );
}

function ThreadCount({ shown, hasMore }: { shown: number; hasMore: boolean }) {
  return <span>{hasMore ? `${formatCount(shown)}+ threads` : countOf(shown, "thread")}</span>;
}

function threadIdOf({ threadId }: Thread): string {
  return threadId;
}

function readSort(field: string | null, direction: string | null): Sort {
  const isKnown = THREAD_COLUMNS.some((column) => column.id === field);
  if (!field || !isKnown) return DEFAULT_SORT;
  return { id: field, direction: direction === "asc" ? "asc" : "desc" };
}
