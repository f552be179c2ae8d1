"use client";

import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { PanelRightClose, PanelRightOpen } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { useNewRows } from "#components/calls/list/use-new-rows.ts";
import { ColumnsMenu } from "#components/layout/columns-menu.tsx";
import { isOneOf } from "#components/layout/faults/address-faults.ts";
import { AddressNote } from "#components/layout/faults/address-note.tsx";
import { listProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useChosenColumns } from "#components/layout/state/use-chosen-columns.ts";
import { useOldWhenLeft } from "#components/layout/state/use-old-when-left.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ViewsMenu } from "#components/project/views-menu.tsx";
import { AIM, useAim } from "#components/queues/add/aim.ts";
import { AimBar } from "#components/queues/add/aim-bar.tsx";
import { UnknownQueueNote } from "#components/queues/add/unknown-queue-note.tsx";
import { useSelectFirst } from "#components/queues/add/use-select-first.ts";
import { ImportBar } from "#components/threads/import/import-bar.tsx";
import { ImportDialog } from "#components/threads/import/import-dialog.tsx";
import { ImportButton, ImportDrop } from "#components/threads/import/import-drop.tsx";
import { useThreadImport } from "#components/threads/import/use-thread-import.ts";
import {
  isFiltered,
  isQueueId,
  NO_FILTERS,
  readThreadFilters,
  THREAD_RULES,
  type ThreadFilters,
} from "#components/threads/queries/thread-filters.ts";
import {
  readThreadSummary,
  readThreads,
  THREADS_PER_PAGE,
  threadListQuery,
  threadSummaryQuery,
  threadsKey,
  USUAL_THREAD_SORT,
} from "#components/threads/queries/thread-queries.ts";
import { ThreadDrawer } from "#components/threads/thread/thread-drawer.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { DataTable, type Sort } from "#components/ui/table/data-table.tsx";
import { NewRowsPill } from "#components/ui/table/new-rows-pill.tsx";
import { readSort, sortableIds } from "#components/ui/table/read-sort.ts";
import { readableWidth } from "#components/ui/table/readable-width.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { Thread } from "#lib/contract/traces/threads.ts";
import { MakeFromThreads } from "./make-from-threads.tsx";
import { NoThreads } from "./no-threads.tsx";
import { COLUMN_IDS, THREAD_COLUMNS, threadColumns, USUAL_COLUMNS } from "./thread-columns.tsx";
import { ThreadCount } from "./thread-count.tsx";
import { ThreadExportBar } from "./thread-export-bar.tsx";
import { ThreadFilterBar } from "./thread-filter-bar.tsx";
import { ThreadSelectionBar } from "./thread-selection-bar.tsx";
import { ThreadTotals } from "./thread-totals.tsx";
import { DetailsLoaderProvider, detailsLoader, threadDetailsKey } from "./use-thread-details.ts";
import { useThreadExport } from "./use-thread-export.ts";

const SORTABLE = sortableIds(threadColumns(COLUMN_IDS));
const RULES = { ...THREAD_RULES, sort: isOneOf(SORTABLE) };
/** What is open beside the list. */
const BESIDE = ["thread", "call", "tab"];
const NONE: ReadonlySet<string> = new Set();

export function ThreadsPage() {
  const { can } = useProject();
  if (can("threads:read")) return <ThreadList />;
  return (
    <>
      <PageHeader title="Threads" />
      <NoAccess title="Threads are not open to annotators">
        Your work is in the queues. Each item shows its call and the conversation around it.
      </NoAccess>
    </>
  );
}

function ThreadList() {
  const { get, replace, narrow, openBeside, closeBeside } = useSearchState();
  const search = useSearchParams().toString();
  const [selected, setSelected] = useState(NONE);
  const exporting = useThreadExport();
  const { chosen, change } = useChosenColumns(COLUMN_IDS, USUAL_COLUMNS);
  const importing = useThreadImport();
  const onFiles = useProject().can("calls:write") ? importing.open : null;
  const filters = useMemo(() => readThreadFilters(get), [get]);
  const openId = get("thread");
  const hasTotals = get("totals") !== "0";
  useSelectFirst("threads", selected.size > 0);
  const aim = useAim();
  return (
    <ImportDrop onFiles={onFiles}>
      <PageHeader
        title="Threads"
        meta={<ThreadCount filters={filters} />}
        actions={
          <>
            {onFiles ? (
              <ImportButton size="sm" onFiles={onFiles}>
                Import
              </ImportButton>
            ) : null}
            <MakeFromThreads selected={selected} filters={filters} />
            <ViewsMenu list="threads" left={[...BESIDE, AIM]} search={search} />
            <ColumnsMenu columns={THREAD_COLUMNS} chosen={chosen} onChange={change} />
            <TotalsSwitch
              isOpen={hasTotals}
              onChange={(isOpen) => replace({ totals: isOpen ? null : "0" })}
              filters={filters}
              onFilter={narrow}
            />
          </>
        }
      >
        <AimBar queue={aim} things="threads" />
        <ThreadFilterBar filters={filters} onChange={narrow} />
        {selected.size > 0 ? (
          <ThreadSelectionBar selected={selected} onClear={() => setSelected(NONE)} exporting={exporting} />
        ) : null}
        <ThreadExportBar exporting={exporting} />
        <ImportBar importing={importing} isChoosing={aim !== null} />
      </PageHeader>
      <AddressNote rules={RULES} usualSort="when they were updated, newest first" />
      <UnknownQueueNote things="threads" queueId={isQueueId(filters.queue) ? filters.queue : null} />
      <div className="flex min-h-0 min-w-0 flex-1">
        <ThreadTable
          filters={filters}
          openId={openId}
          onOpen={({ threadId }) => openBeside({ thread: threadId })}
          selected={selected}
          onSelectedChange={setSelected}
          onFiles={onFiles}
        />
        {hasTotals ? (
          <aside
            aria-label="Totals"
            className="w-72 shrink-0 overflow-y-auto border-line border-l max-lg:hidden"
          >
            <ThreadTotals filters={filters} onChange={narrow} />
          </aside>
        ) : null}
      </div>
      <ThreadDrawer threadId={openId} onClose={() => closeBeside({ thread: null, turn: null })} />
      <ImportDialog importing={importing} />
    </ImportDrop>
  );
}

type TotalsSwitchProps = {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  filters: ThreadFilters;
  onFilter: (patch: { [name: string]: string | null }) => void;
};

/** Beside the list where there is room, and over it where there is not. */
function TotalsSwitch({ isOpen, onChange, filters, onFilter }: TotalsSwitchProps) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        icon={isOpen ? <PanelRightClose /> : <PanelRightOpen />}
        aria-pressed={isOpen}
        onClick={() => onChange(!isOpen)}
        className="max-lg:hidden"
      >
        Totals
      </Button>
      <Button size="sm" icon={<PanelRightOpen />} onClick={() => setSheetOpen(true)} className="lg:hidden">
        Totals
      </Button>
      <Sheet open={isSheetOpen} onOpenChange={setSheetOpen} title="Totals" side="bottom">
        <ThreadTotals filters={filters} onChange={onFilter} />
      </Sheet>
    </>
  );
}

type ThreadTableProps = {
  filters: ThreadFilters;
  openId: string | null;
  onOpen: (thread: Thread) => void;
  selected: ReadonlySet<string>;
  onSelectedChange: (selected: ReadonlySet<string>) => void;
  onFiles: ((files: readonly File[]) => void) | null;
};

function ThreadTable({ filters, openId, onOpen, onFiles, ...selection }: ThreadTableProps) {
  const { projectId } = useProject();
  const { get, replace, narrow } = useSearchState();
  const sort = readSort(get, SORTABLE, USUAL_THREAD_SORT);
  const { list, news, listKey } = useThreadList(filters, sort);
  const { chosen } = useChosenColumns(COLUMN_IDS, USUAL_COLUMNS);
  const columns = useMemo(() => threadColumns(chosen), [chosen]);
  const loader = useMemo(() => detailsLoader(projectId, filters.time), [projectId, filters.time]);
  useOldWhenLeft(threadDetailsKey(projectId));
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <NewRowsPill {...news.changes} onShow={news.show} />
      <DetailsLoaderProvider value={loader}>
        <DataTable
          className="flex-1"
          label="Threads"
          columns={columns}
          minWidthPx={readableWidth(columns)}
          {...listProps(list, "The threads")}
          listKey={listKey}
          getRowId={threadIdOf}
          rowLabel={(thread) => `Thread ${thread.threadId}, ${countOf(thread.turnCount, "turn")}`}
          empty={
            <NoThreads
              isFiltered={isFiltered(filters)}
              ids={filters.ids}
              onClear={() => narrow(NO_FILTERS)}
              onFiles={onFiles}
            />
          }
          sort={sort}
          onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
          onOpen={onOpen}
          openRowId={openId}
          {...selection}
        />
      </DetailsLoaderProvider>
    </div>
  );
}

/** The list, and what has come since it was read. */
function useThreadList(filters: ThreadFilters, sort: Sort) {
  const { projectId } = useProject();
  const query = threadListQuery(projectId, filters, sort);
  const summary = threadSummaryQuery(projectId, filters);
  const client = useQueryClient();
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const news = useNewRows({
    queryKey: query.queryKey,
    list,
    first: 0,
    rowsOf: (threads: Thread[]) => threads,
    pageSize: THREADS_PER_PAGE,
    read: (signal) => readThreads(projectId, { filters, sort, offset: 0 }, signal),
    idOf: threadIdOf,
    versionOf: ({ turnCount, lastUpdated }) => `${turnCount} ${lastUpdated}`,
    beside: ["summary", "details"].map((part) => [...threadsKey(projectId), part]),
    // Other filters are summed up thread by thread.
    total: isFiltered(filters)
      ? null
      : {
          known: async () => (await client.fetchQuery(summary)).threads,
          now: async (signal) => (await readThreadSummary(projectId, filters, signal)).threads,
        },
  });
  return { list, news, listKey: hashKey(query.queryKey) };
}

function threadIdOf({ threadId }: Thread): string {
  return threadId;
}
