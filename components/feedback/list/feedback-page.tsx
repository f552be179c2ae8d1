"use client";

import { hashKey, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageSquareQuote } from "lucide-react";
import { useMemo } from "react";
import { QueueFilter } from "#components/calls/list/queue-filter.tsx";
import {
  filteredOrigin,
  type ListOrigin,
  MOST_NAMED,
  namedOrigin,
} from "#components/datasets/make/list-origin.ts";
import { MakeFromList } from "#components/datasets/make/make-from-list.tsx";
import { asRows } from "#components/feedback/feedback-queries.ts";
import { feedbackWords } from "#components/feedback/feedback-words.ts";
import { useFeedbackWords } from "#components/feedback/use-feedback-words.ts";
import type { Narrow } from "#components/layout/state/address.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { FilterBar, PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { LabelledSearch } from "#components/ui/filter/labelled-search.tsx";
import { MoreFilters } from "#components/ui/filter/more-filters.tsx";
import { TimeRangeFilter } from "#components/ui/filter/time-range-filter.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable, type Sort } from "#components/ui/table/data-table.tsx";
import { readSort, sortableIds } from "#components/ui/table/read-sort.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { call } from "#lib/client/call.ts";
import { queryFeedback } from "#lib/contract/traces/feedback.ts";
import { feedbackColumns, lineText } from "./feedback-columns.tsx";
import {
  FEEDBACK_KINDS,
  type FeedbackFilters,
  feedbackSelection,
  isFiltered,
  NO_FILTERS,
  readFeedbackFilters,
} from "./feedback-filters.ts";
import { feedbackCountQuery, feedbackListQuery } from "./feedback-list-queries.ts";
import { callIdIn, FeedbackSheet } from "./feedback-sheet.tsx";
import { useWhoOf } from "./use-who-of.ts";

const MOST_READ = 10_000;

const KIND_OPTIONS = Object.entries(FEEDBACK_KINDS).map(([value, { label }]) => ({ value, label }));

const SORTABLE = sortableIds(
  feedbackColumns(
    () => "",
    (row) => feedbackWords(row, []),
  ),
);

const DEFAULT_SORT: Sort = { id: "created_at", direction: "desc" };

/** What people and programs said of the project's calls, newest first. */
export function FeedbackPage() {
  const { projectId, role } = useProject();
  const { userId } = useMe();
  const { get, replace, narrow, openBeside, closeBeside } = useSearchState();
  const filters = useMemo(() => readFeedbackFilters(get), [get]);
  const whoOf = useWhoOf();
  const wordsOf = useFeedbackWords();
  const columns = useMemo(() => feedbackColumns(whoOf, wordsOf), [whoOf, wordsOf]);
  const sort = readSort(get, SORTABLE, DEFAULT_SORT);
  const list = useInfiniteQuery({
    ...feedbackListQuery({ projectId, userId, filters, sort }),
    placeholderData: keepPreviousData,
  });
  const count = useQuery({
    ...feedbackCountQuery({ projectId, userId, filters }),
    placeholderData: keepPreviousData,
  });
  const openId = get("open");
  const seesAll = role !== "annotator";
  return (
    <>
      <PageHeader
        title={seesAll ? "Feedback" : "Your feedback"}
        meta={count.data === undefined ? null : <span>{formatCount(count.data)}</span>}
        actions={<MakeFromList find={() => feedbackOrigin({ projectId, userId, filters })} />}
      >
        <FeedbackFilterBar filters={filters} seesAll={seesAll} onChange={narrow} />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Feedback"
        columns={columns}
        {...listProps(list, "The feedback")}
        listKey={hashKey(feedbackListQuery({ projectId, userId, filters, sort }).queryKey)}
        getRowId={({ id }) => id}
        rowLabel={(row) => `${wordsOf(row).name}: ${lineText(row, wordsOf)}`}
        empty={<NoFeedback isFiltered={isFiltered(filters)} onClear={() => narrow(NO_FILTERS)} />}
        sort={sort}
        onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
        onOpen={({ id }) => openBeside({ open: id })}
        openRowId={openId}
      />
      <FeedbackSheet
        row={list.data?.find(({ id }) => id === openId) ?? null}
        whoOf={whoOf}
        wordsOf={wordsOf}
        onClose={() => closeBeside({ open: null })}
      />
    </>
  );
}

function NoFeedback({ isFiltered: isNarrowed, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isNarrowed)
    return (
      <EmptyState
        icon={<MessageSquareQuote />}
        title="No feedback matches these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        Words match anywhere in the values.
      </EmptyState>
    );
  return (
    <EmptyState icon={<MessageSquareQuote />} title="No feedback yet">
      Answers from annotation queues, notes and reactions on calls, votes from the playground and scores from
      programs appear here.
    </EmptyState>
  );
}

type FeedbackFilterBarProps = {
  filters: FeedbackFilters;
  /** Whose feedback is not the reader's own is hidden from the reader anyway. */
  seesAll: boolean;
  onChange: Narrow;
};

function FeedbackFilterBar({ filters, seesAll, onChange }: FeedbackFilterBarProps) {
  return (
    <FilterBar onClear={isFiltered(filters) ? () => onChange(NO_FILTERS) : null}>
      <SearchInput
        isOfPage
        label="Search in values"
        value={filters.text ?? ""}
        onCommit={(q, isContinued) => onChange({ q }, isContinued)}
        className="w-full sm:w-56"
      />
      <FilterSelect
        className="w-44"
        label="Kind"
        any="Any kind"
        options={KIND_OPTIONS}
        value={filters.kind}
        onValueChange={(kind) => onChange({ kind })}
      />
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <SeldomFilters filters={filters} seesAll={seesAll} onChange={onChange} />
    </FilterBar>
  );
}

function SeldomFilters({ filters, seesAll, onChange }: FeedbackFilterBarProps) {
  const { name, queueId, isMine } = filters;
  const used = [name, queueId, isMine].filter(Boolean).length;
  return (
    <MoreFilters used={used}>
      <LabelledSearch
        label="Name contains"
        value={name}
        onCommit={(text, isContinued) => onChange({ name: text }, isContinued)}
      />
      <QueueFilter value={queueId} onValueChange={(queue) => onChange({ queue })} />
      {seesAll ? (
        <Checkbox
          label="Only mine"
          checked={isMine}
          onCheckedChange={(checked) => onChange({ mine: checked ? "1" : null })}
        />
      ) : null}
    </MoreFilters>
  );
}

type Shown = { projectId: string; userId: string; filters: FeedbackFilters };

/** The calls that the shown feedback is about; a recipe reads calls, so filters of feedback become the names of theirs. */
async function feedbackOrigin({ projectId, userId, filters }: Shown): Promise<ListOrigin> {
  if (!isFiltered(filters)) return filteredOrigin("feedback", {}, "all calls with feedback");
  const query = feedbackSelection(filters, { now: new Date(), userId });
  const asked = { projectId, fields: ["weave_ref"], limit: MOST_READ, ...(query ? { query } : {}) };
  const { result, totalCount } = await call(queryFeedback, asked);
  const ids = new Set(asRows(result).flatMap(({ weave_ref }) => callIdIn(weave_ref) ?? []));
  if (totalCount > MOST_READ || ids.size > MOST_NAMED)
    return `This is feedback on more calls than the ${MOST_NAMED} that a recipe names. Narrow the list.`;
  return namedOrigin("feedback", [...ids], "");
}
