"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { listProps } from "#components/layout/list-props.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { useSearchState } from "#components/layout/use-search-state.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { DataTable, type Sort } from "#components/ui/data-table.tsx";
import { countOf, formatCount } from "#components/ui/format.ts";
import { NewRowsPill } from "#components/ui/new-rows-pill.tsx";
import { readSort, sortableIds } from "#components/ui/read-sort.ts";
import type { Call } from "#lib/contract/call-fields.ts";
import { CALL_COLUMNS } from "./call-columns.tsx";
import { CallDrawer } from "./call-drawer.tsx";
import { callName } from "./call-facts.ts";
import { CallFilterBar } from "./call-filter-bar.tsx";
import { type CallFilters, isFiltered, NO_FILTERS, readCallFilters } from "./call-filters.ts";
import {
  CALLS_PER_PAGE,
  callCountQuery,
  callListQuery,
  callsKey,
  readCallPage,
  USUAL_CALL_SORT,
} from "./call-queries.ts";
import { CallSelectionBar } from "./call-selection-bar.tsx";
import { NoCalls } from "./no-calls.tsx";
import { useNewRows } from "./use-new-rows.ts";

const SORTABLE = sortableIds(CALL_COLUMNS);
const NONE: ReadonlySet<string> = new Set();

/** Every call of the project that the reader may see, newest first. */
export function CallsPage() {
  const { can } = useProject();
  const { get, replace, push } = useSearchState();
  const [selected, setSelected] = useState(NONE);
  const filters = useMemo(() => readCallFilters(get), [get]);
  const sort = readSort(get, SORTABLE, USUAL_CALL_SORT);
  const { list, news } = useCallList(filters, sort);
  const openId = get("call");
  const selectable = can("queues:write") || can("calls:delete");
  return (
    <>
      <PageHeader title="Calls" meta={<CallCount filters={filters} />}>
        <CallFilterBar filters={filters} onChange={replace} />
        {selected.size > 0 ? <CallSelectionBar selected={selected} onSelectedChange={setSelected} /> : null}
      </PageHeader>
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <NewRowsPill {...news.changes} onShow={news.show} />
        <DataTable
          className="flex-1"
          label="Calls"
          columns={CALL_COLUMNS}
          {...listProps(list, "The calls")}
          getRowId={callIdOf}
          rowLabel={(call) => `Call ${callName(call)}`}
          empty={<NoCalls isFiltered={isFiltered(filters)} onClear={() => replace(NO_FILTERS)} />}
          sort={sort}
          onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
          {...(selectable ? { selected, onSelectedChange: setSelected } : {})}
          onOpen={({ id }) => (openId ? replace : push)({ call: id })}
          openRowId={openId}
        />
      </div>
      <CallDrawer callId={openId} onClose={() => replace({ call: null, tab: null })} />
    </>
  );
}

/** The list, and what has come since it was read. */
function useCallList(filters: CallFilters, sort: Sort) {
  const { projectId } = useProject();
  const query = callListQuery(projectId, filters, sort);
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const news = useNewRows<Call>({
    queryKey: query.queryKey,
    list,
    pageSize: CALLS_PER_PAGE,
    read: (signal) => readCallPage(projectId, { filters, sort, offset: 0 }, signal),
    idOf: callIdOf,
    versionOf: ({ displayName, endedAt }) => `${displayName} ${endedAt}`,
    beside: [[...callsKey(projectId), "count"]],
  });
  return { list, news };
}

function CallCount({ filters }: { filters: CallFilters }) {
  const { projectId } = useProject();
  const { data } = useQuery({ ...callCountQuery(projectId, filters), placeholderData: keepPreviousData });
  if (!data) return null;
  return <span>{data.hasMore ? `${formatCount(data.count)}+ calls` : countOf(data.count, "call")}</span>;
}

function callIdOf({ id }: Call): string {
  return id;
}
