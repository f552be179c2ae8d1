"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageSquareQuote } from "lucide-react";
import { useMemo } from "react";
import { MakeFromList } from "#components/datasets/make/make-from-list.tsx";
import { feedbackWords } from "#components/feedback/feedback-words.ts";
import { useFeedbackWords } from "#components/feedback/use-feedback-words.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable, type Sort } from "#components/ui/table/data-table.tsx";
import { readSort, sortableIds } from "#components/ui/table/read-sort.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { feedbackColumns, lineText } from "./feedback-columns.tsx";
import { FeedbackFilterBar } from "./feedback-filter-bar.tsx";
import { isFiltered, NO_FILTERS, readFeedbackFilters } from "./feedback-filters.ts";
import { feedbackCountQuery, feedbackListQuery } from "./feedback-list-queries.ts";
import { feedbackOrigin } from "./feedback-origin.ts";
import { FeedbackSheet } from "./feedback-sheet.tsx";
import { useWhoOf } from "./use-who-of.ts";

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
  const { get, replace, push } = useSearchState();
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
        <FeedbackFilterBar filters={filters} seesAll={seesAll} onChange={replace} />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Feedback"
        columns={columns}
        {...listProps(list, "The feedback")}
        getRowId={({ id }) => id}
        rowLabel={(row) => `${wordsOf(row).name}: ${lineText(row, wordsOf)}`}
        empty={<NoFeedback isFiltered={isFiltered(filters)} onClear={() => replace(NO_FILTERS)} />}
        sort={sort}
        onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
        onOpen={({ id }) => (openId ? replace : push)({ open: id })}
        openRowId={openId}
      />
      <FeedbackSheet
        row={list.data?.find(({ id }) => id === openId) ?? null}
        whoOf={whoOf}
        wordsOf={wordsOf}
        onClose={() => replace({ open: null })}
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
