"use client";

import { hashKey, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { CallDrawer } from "#components/calls/call/call-drawer.tsx";
import { CallSelectionBar } from "#components/calls/call/call-selection-bar.tsx";
import { callName } from "#components/calls/parts/call-facts.ts";
import {
  CALL_RULES,
  type CallFilters,
  callSelection,
  isFiltered,
  NO_FILTERS,
  readCallFilters,
} from "#components/calls/parts/call-filters.ts";
import {
  CALLS_PER_PAGE,
  type CallPage,
  type CallRow,
  callCountQuery,
  callListQuery,
  callsKey,
  countCalls,
  FIRST_PAGE,
  readCallPage,
  USUAL_CALL_SORT,
} from "#components/calls/parts/call-queries.ts";
import {
  CallDetailsProvider,
  callDetailsKey,
  callDetailsLoader,
} from "#components/calls/parts/use-call-details.ts";
import { useFurtherSearch } from "#components/calls/parts/use-further-search.ts";
import { WordsTable } from "#components/calls/words/words-table.tsx";
import { filteredOrigin, type ListOrigin, namedOrigin } from "#components/datasets/make/list-origin.ts";
import { MakeFromList } from "#components/datasets/make/make-from-list.tsx";
import { ColumnsMenu } from "#components/layout/columns-menu.tsx";
import { isOneOf } from "#components/layout/faults/address-faults.ts";
import { AddressNote } from "#components/layout/faults/address-note.tsx";
import { listProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useChosenColumns } from "#components/layout/state/use-chosen-columns.ts";
import { useOldWhenLeft } from "#components/layout/state/use-old-when-left.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ViewsMenu } from "#components/project/views-menu.tsx";
import { AIM, useAim } from "#components/queues/add/aim.ts";
import { AimBar } from "#components/queues/add/aim-bar.tsx";
import { UnknownQueueNote } from "#components/queues/add/unknown-queue-note.tsx";
import { useSelectFirst } from "#components/queues/add/use-select-first.ts";
import type { Sort } from "#components/ui/table/data-table.tsx";
import { NewRowsPill } from "#components/ui/table/new-rows-pill.tsx";
import { readSort, sortableIds } from "#components/ui/table/read-sort.ts";
import { readableWidth } from "#components/ui/table/readable-width.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { CALL_COLUMN_IDS, CALL_COLUMNS, callColumns, USUAL_CALL_COLUMNS } from "./call-columns.tsx";
import { CallFilterBar } from "./call-filter-bar.tsx";
import { NoCalls } from "./no-calls.tsx";
import { NothingFoundSoFar, SearchedSoFar } from "./searched-so-far.tsx";
import { SelectMenu } from "./select-menu.tsx";
import { useNewRows } from "./use-new-rows.ts";

/** The panel that is open next to the list. */
const BESIDE = ["call", "tab"];
const SORTABLE = sortableIds(CALL_COLUMNS);
const RULES = { ...CALL_RULES, sort: isOneOf(SORTABLE) };
const NONE: ReadonlySet<string> = new Set();

/** Every call of the project that the reader may see, newest first. */
export function CallsPage() {
  const { can } = useProject();
  const { get, narrow, closeBeside } = useSearchState();
  const search = useSearchParams().toString();
  const [selected, setSelected] = useState(NONE);
  const filters = useMemo(() => readCallFilters(get), [get]);
  const { chosen, change } = useChosenColumns(CALL_COLUMN_IDS, USUAL_CALL_COLUMNS);
  useSelectFirst("calls", selected.size > 0);
  const aim = useAim();
  const selectable = can("queues:write") || can("calls:delete");
  return (
    <>
      <PageHeader
        title="Calls"
        meta={<CallCount filters={filters} />}
        actions={
          <>
            {selectable ? <SelectMenu filters={filters} onSelect={setSelected} /> : null}
            <MakeFromList find={() => originOf(selected, filters)} />
            <ViewsMenu list="calls" left={[...BESIDE, AIM]} search={search} />
            <ColumnsMenu columns={CALL_COLUMNS} chosen={chosen} onChange={change} />
          </>
        }
      >
        <AimBar queue={aim} things="calls" />
        <CallFilterBar filters={filters} onChange={narrow} />
        {selected.size > 0 ? <CallSelectionBar selected={selected} onSelectedChange={setSelected} /> : null}
      </PageHeader>
      <AddressNote rules={RULES} usualSort="when they started, newest first" />
      <UnknownQueueNote things="calls" queueId={filters.queueId} />
      <CallTable
        filters={filters}
        chosen={chosen}
        {...(selectable ? { selected, onSelectedChange: setSelected } : {})}
      />
      <CallDrawer callId={get("call")} onClose={() => closeBeside({ call: null, tab: null })} />
    </>
  );
}

/** The selected calls, or else those that match the filters. */
function originOf(selected: ReadonlySet<string>, filters: CallFilters): ListOrigin {
  if (selected.size > 0) return namedOrigin("calls", [...selected]);
  const words = isFiltered(filters) ? "the calls that the filters keep" : "all calls";
  return filteredOrigin("calls", callSelection(filters, new Date()), words);
}

type CallTableProps = {
  filters: CallFilters;
  chosen: readonly string[];
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
};

function CallTable({ filters, chosen, ...selection }: CallTableProps) {
  const { projectId } = useProject();
  const { get, replace, narrow, openBeside } = useSearchState();
  const sort = readSort(get, SORTABLE, USUAL_CALL_SORT);
  const { list, news, search, listKey } = useCallList(filters, sort);
  const openId = get("call");
  const columns = useMemo(() => callColumns(chosen), [chosen]);
  const loader = useMemo(() => callDetailsLoader(projectId, filters.text ?? ""), [projectId, filters.text]);
  useOldWhenLeft(callDetailsKey(projectId));
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <NewRowsPill {...news.changes} onShow={news.show} />
      <CallDetailsProvider value={loader}>
        <WordsTable
          className="flex-1"
          label="Calls"
          columns={columns}
          minWidthPx={readableWidth(columns)}
          {...listProps(list, "The calls")}
          listKey={listKey}
          // A search that was cut short continues when somebody says so, and not because its end is in sight.
          hasMore={list.hasNextPage && search.searchedTo === null}
          getRowId={callIdOf}
          rowLabel={(call) => `Call ${callName(call)}`}
          empty={
            search.searchedTo === null ? (
              <NoCalls isFiltered={isFiltered(filters)} onClear={() => narrow(NO_FILTERS)} />
            ) : (
              <NothingFoundSoFar {...search} />
            )
          }
          sort={sort}
          onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
          {...selection}
          onOpen={({ id }) => openBeside({ call: id })}
          openRowId={openId}
        />
        {search.found > 0 ? <SearchedSoFar {...search} /> : null}
      </CallDetailsProvider>
    </div>
  );
}

/** The list, the new rows since it was read, and how far a search for it got. */
function useCallList(filters: CallFilters, sort: Sort) {
  const { projectId } = useProject();
  const query = callListQuery(projectId, filters, sort);
  const asked = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const list = { ...asked, data: asked.data?.rows };
  const search = useFurtherSearch(asked, sort.direction);
  const client = useQueryClient();
  const news = useNewRows({
    queryKey: query.queryKey,
    list,
    pageSize: CALLS_PER_PAGE,
    first: FIRST_PAGE,
    read: (signal) => readCallPage(projectId, { filters, sort, from: FIRST_PAGE }, signal),
    rowsOf: ({ rows }: CallPage) => rows,
    idOf: callIdOf,
    versionOf: ({ displayName, endedAt }) => `${displayName} ${endedAt}`,
    beside: [[...callsKey(projectId), "count"], callDetailsKey(projectId)],
    total: {
      known: async () => wholeCount(await client.fetchQuery(callCountQuery(projectId, filters))),
      now: async (signal) => wholeCount(await countCalls(projectId, filters, signal)),
    },
  });
  return { list, news, search, listKey: hashKey(query.queryKey) };
}

function wholeCount({ count, hasMore }: { count: number; hasMore: boolean }): number | null {
  return hasMore ? null : count;
}

/** What the service has counted, or the list where that is whole: a count that was cut short knows less. */
function CallCount({ filters }: { filters: CallFilters }) {
  const { projectId } = useProject();
  const { get } = useSearchState();
  const sort = readSort(get, SORTABLE, USUAL_CALL_SORT);
  const list = useInfiniteQuery(callListQuery(projectId, filters, sort));
  const { data } = useQuery({ ...callCountQuery(projectId, filters), placeholderData: keepPreviousData });
  const listed = list.data?.rows.length ?? 0;
  if (list.data && !list.hasNextPage) return <span>{countOf(listed, "call")}</span>;
  if (!data) return null;
  const count = Math.max(data.count, listed);
  if (!data.hasMore) return <span>{countOf(count, "call")}</span>;
  // Nothing yet is no number of calls; the list says how far it looked.
  return count > 0 ? <span>{`${formatCount(count)}+ calls`}</span> : null;
}

function callIdOf({ id }: CallRow): string {
  return id;
}
