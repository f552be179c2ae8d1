"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { FilterBar, PageHeader } from "#components/layout/page-header.tsx";
import { useSearchState } from "#components/layout/use-search-state.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { DataTable, type Sort } from "#components/ui/data-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { countOf } from "#components/ui/format.ts";
import { SearchInput } from "#components/ui/search-input.tsx";
import { QUEUE_COLUMNS } from "./queue-columns.tsx";
import { QueueFormDialog } from "./queue-form-dialog.tsx";
import { type QueueRow, queueListQuery } from "./queue-queries.ts";

const DEFAULT_SORT: Sort = { id: "created_at", direction: "desc" };

/** The queues of a project, with how far each one is. */
export function QueuesPage() {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const { get, replace } = useSearchState();
  const [isCreating, setCreating] = useState(false);
  const name = get("name") ?? "";
  const sort = readSort(get("sort"), get("dir"));
  const list = useInfiniteQuery({
    ...queueListQuery(projectId, name, sort),
    placeholderData: keepPreviousData,
  });
  const open = (queueId: string) => router.push(projectHref({ entity, project }, "queues", queueId));
  const create = can("queues:write") ? () => setCreating(true) : null;
  return (
    <>
      <PageHeader
        title="Queues"
        meta={list.data ? <span>{countOf(list.data.length, "queue")}</span> : null}
        actions={create ? <NewQueueButton onClick={create} /> : null}
      >
        <FilterBar>
          <SearchInput
            className="w-full sm:w-64"
            label="Filter by name"
            value={name}
            onCommit={(text) => replace({ name: text })}
          />
        </FilterBar>
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Queues"
        columns={QUEUE_COLUMNS}
        rows={list.data}
        getRowId={({ id }) => id}
        rowLabel={(queue) => `Queue ${queue.name}`}
        error={
          list.error ? { title: "The queues could not be loaded.", detail: explainError(list.error) } : null
        }
        onRetry={() => void list.refetch()}
        empty={<NoQueues name={name} onClear={() => replace({ name: null })} onCreate={create} />}
        sort={sort}
        onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
        onOpen={(queue: QueueRow) => open(queue.id)}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
      <QueueFormDialog open={isCreating} onOpenChange={setCreating} queue={null} onSaved={open} />
    </>
  );
}

function NewQueueButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" icon={<Plus />} onClick={onClick}>
      New queue
    </Button>
  );
}

type NoQueuesProps = { name: string; onClear: () => void; onCreate: (() => void) | null };

function NoQueues({ name, onClear, onCreate }: NoQueuesProps) {
  if (name)
    return (
      <EmptyState
        icon={<Inbox />}
        title={`No queue is named like “${name}”`}
        actions={<Button onClick={onClear}>Clear the filter</Button>}
      />
    );
  return (
    <EmptyState
      icon={<Inbox />}
      title="No queues yet"
      actions={onCreate ? <NewQueueButton onClick={onCreate} /> : null}
    >
      A queue holds calls that people look at one by one, with the questions they answer about each.
      {onCreate ? null : " An engineer or admin of the project can make one."}
    </EmptyState>
  );
}

function readSort(field: string | null, direction: string | null): Sort {
  const isKnown = QUEUE_COLUMNS.some((column) => column.sortable && column.id === field);
  if (!field || !isKnown) return DEFAULT_SORT;
  return { id: field, direction: direction === "asc" ? "asc" : "desc" };
}
