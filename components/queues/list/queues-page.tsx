"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { isOneOf, USUAL_RULES } from "#components/layout/faults/address-faults.ts";
import { AddressNote } from "#components/layout/faults/address-note.tsx";
import { listProps } from "#components/layout/state/list-props.ts";
import { NameFilter } from "#components/layout/state/name-filters.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { FilterBar, PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { QueueFormSheet } from "#components/queues/form/queue-form-sheet.tsx";
import {
  type QueueRow,
  queueListQuery,
  USUAL_QUEUE_SORT,
  useRefreshQueues,
} from "#components/queues/parts/queue-queries.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { DataTable, type RowKey, type Sort } from "#components/ui/table/data-table.tsx";
import { readSort } from "#components/ui/table/read-sort.ts";
import { countOf } from "#components/ui/text/format.ts";
import { DeleteQueueDialog } from "./delete-queue-dialog.tsx";
import { NoQueues, type QueueFilters } from "./no-queues.tsx";
import { QueueChipBar } from "./queue-chip-bar.tsx";
import { fitsChips, QUEUE_CHIPS, type QueueChip, readChips } from "./queue-chips.ts";
import { queueColumns, SORTABLE_QUEUE_COLUMNS } from "./queue-columns.tsx";
import { Starters } from "./starters.tsx";

/** Below this the columns would squeeze each other. */
const READABLE_PX = 1080;

const RULES = {
  ...USUAL_RULES,
  sort: isOneOf(SORTABLE_QUEUE_COLUMNS),
  show: (text: string) => text.split(",").every(isOneOf(QUEUE_CHIPS.map(({ id }) => id))),
};

type Open = { kind: "create" } | { kind: "edit" | "delete"; queue: QueueRow } | null;

/** The queues of a project: how far each is, who works on it, and the way to one's next item. `?make=new` opens the form of a new one, `?make=start` offers the templates first. */
export function QueuesPage() {
  const { projectId, can } = useProject();
  const { get, replace, narrow } = useSearchState();
  const canCreate = can("queues:write");
  const [open, setOpen] = useState<Open>(canCreate && get("make") === "new" ? { kind: "create" } : null);
  const close = () => {
    replace({ make: null });
    setOpen(null);
  };
  const sort = readSort(get, SORTABLE_QUEUE_COLUMNS, USUAL_QUEUE_SORT);
  const name = get("name") ?? "";
  const chips = readChips(get("show"));
  const list = useQueueList(projectId, { name, sort, chips });
  const hrefs = useHrefs();
  usePageKeys(canCreate ? setOpen : null);
  const router = useRouter();
  return (
    <>
      <PageHeader
        title="Queues"
        meta={list.rows ? <span>{countOf(list.rows.length, "queue")}</span> : null}
        actions={
          canCreate ? (
            <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ kind: "create" })}>
              New queue
            </Button>
          ) : null
        }
      >
        <FilterBar>
          <NameFilter />
          <QueueChipBar
            chips={chips}
            canAnnotate={can("queues:annotate")}
            onChange={(show) => narrow({ show })}
          />
          <SortSelect sort={sort} onChange={({ id, direction }) => replace({ sort: id, dir: direction })} />
        </FilterBar>
      </PageHeader>
      <AddressNote rules={RULES} usualSort="when they were created, newest first" />
      {canCreate && get("make") === "start" ? (
        <Starters
          title="Create a queue"
          onCreate={() => setOpen({ kind: "create" })}
          {...(list.rows?.length ? { onLeave: () => replace({ make: null }) } : {})}
        />
      ) : (
        <QueueTable
          list={list}
          sort={sort}
          filters={{ name, chips }}
          onShow={(show) => narrow({ name: null, show })}
          onSort={({ id, direction }) => replace({ sort: id, dir: direction })}
          onOpen={setOpen}
        />
      )}
      <QueueFormSheet
        open={open?.kind === "create" || open?.kind === "edit"}
        onOpenChange={close}
        queue={open?.kind === "edit" ? open.queue : null}
        onSaved={(queueId) => {
          const isNew = open?.kind === "create";
          // The router gives up a way that it is on once the address is written.
          close();
          if (isNew) router.push(hrefs.queue(queueId));
        }}
      />
      {open?.kind === "delete" ? (
        <DeleteQueueDialog queue={open.queue} open onOpenChange={() => setOpen(null)} />
      ) : null}
    </>
  );
}

type ListAsked = QueueFilters & { sort: Sort };

/** Chips look at summaries, so what they leave out is taken out here; pages are read on until something is left to show. */
function useQueueList(projectId: string, { name, sort, chips }: ListAsked) {
  const { userId } = useMe();
  const refresh = useRefreshQueues(projectId);
  const list = useInfiniteQuery({
    ...queueListQuery(projectId, { name, sort, isArchived: chips.includes("archived") }),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isPlaceholderData, error, fetchNextPage } = list;
  const chosen = chips.join(",");
  const rows = useMemo(
    () => data?.filter((queue) => fitsChips(queue, readChips(chosen), userId)),
    [data, chosen, userId],
  );
  useProjectLive(["queues"], () => void refresh());
  // Of what was shown before, nothing may fit what is asked for now.
  const isBare = rows?.length === 0 && (hasNextPage || isPlaceholderData);
  useEffect(() => {
    if (isBare && !isPlaceholderData && !isFetching && !error) void fetchNextPage();
  }, [isBare, isPlaceholderData, isFetching, error, fetchNextPage]);
  return { ...list, rows: isBare ? undefined : rows };
}

type QueueTableProps = {
  list: ReturnType<typeof useQueueList>;
  sort: Sort;
  filters: QueueFilters;
  onShow: (chip: QueueChip | null) => void;
  onSort: (sort: Sort) => void;
  onOpen: (open: Open) => void;
};

function QueueTable({ list, sort, filters, onShow, onSort, onOpen }: QueueTableProps) {
  const { can } = useProject();
  const router = useRouter();
  const hrefs = useHrefs();
  const canAnnotate = can("queues:annotate");
  const columns = useMemo(
    () =>
      queueColumns({
        deskHref: canAnnotate ? ({ id }) => hrefs.desk(id) : null,
        canReview: can("answers:read"),
        onEdit: (queue) => onOpen({ kind: "edit", queue }),
        onDelete: (queue) => onOpen({ kind: "delete", queue }),
      }),
    [canAnnotate, hrefs, can, onOpen],
  );
  const rowKeys = useMemo<RowKey<QueueRow>[]>(
    () => [
      ...(canAnnotate
        ? [
            {
              keys: "enter",
              label: "Continue with my next item",
              run: ({ id }: QueueRow) => router.push(hrefs.desk(id)),
            },
          ]
        : []),
      { keys: "o", label: "Open the items", run: ({ id }) => router.push(hrefs.items(id)) },
    ],
    [canAnnotate, router, hrefs],
  );
  return (
    <DataTable
      className="flex-1"
      label="Queues"
      isTall
      minWidthPx={READABLE_PX}
      columns={columns}
      {...listProps(list, "The queues")}
      rows={list.rows}
      getRowId={({ id }) => id}
      rowLabel={(queue) => `Queue ${queue.name}`}
      empty={<NoQueues filters={filters} onShow={onShow} onCreate={() => onOpen({ kind: "create" })} />}
      sort={sort}
      onSortChange={onSort}
      onOpen={({ id }) => router.push(hrefs.queue(id))}
      rowKeys={rowKeys}
    />
  );
}

const ORDERS = [
  { value: "created_at desc", label: "Newest first" },
  { value: "created_at asc", label: "Oldest first" },
  { value: "updated_at desc", label: "Changed last" },
  { value: "name asc", label: "By name" },
  { value: "name desc", label: "By name, from Z" },
];

function SortSelect({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  return (
    <Select
      size="sm"
      className="ml-auto w-36! max-sm:ml-0"
      aria-label="Order"
      value={`${sort.id} ${sort.direction}`}
      onValueChange={(value) => {
        const [id = "", direction] = value.split(" ");
        onChange({ id, direction: direction === "asc" ? "asc" : "desc" });
      }}
      options={ORDERS}
    />
  );
}

function usePageKeys(onOpen: ((open: Open) => void) | null): void {
  useShortcuts(
    "Queues",
    useMemo(
      () => (onOpen ? [{ keys: "n", label: "New queue", run: () => onOpen({ kind: "create" }) }] : []),
      [onOpen],
    ),
  );
}

function useHrefs() {
  const { entity, project } = useProject();
  return useMemo(() => {
    const at = (...rest: string[]) => projectHref({ entity, project }, "queues", ...rest);
    return {
      queue: (id: string) => at(id),
      items: (id: string) => at(id, "items"),
      desk: (id: string) => at(id, "annotate"),
    };
  }, [entity, project]);
}
