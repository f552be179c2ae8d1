"use client";

import { hashKey, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { CallDetailsProvider, callDetailsLoader } from "#components/calls/parts/use-call-details.ts";
import { WordsTable } from "#components/calls/words/words-table.tsx";
import { ColumnsMenu } from "#components/layout/columns-menu.tsx";
import { AddressNote } from "#components/layout/faults/address-note.tsx";
import type { Narrow } from "#components/layout/state/address.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { useChosenColumns } from "#components/layout/state/use-chosen-columns.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddPairsDialog } from "#components/queues/add/add-pairs-dialog.tsx";
import { askedFields } from "#components/queues/fields/said-values.ts";
import { bulkQuestions } from "#components/queues/items/queries/bulk-answer.ts";
import {
  ITEM_RULES,
  isFilteredBy,
  itemFilterOf,
  itemSortOf,
  NO_ITEM_FILTERS,
  readItemFilters,
  readItemSort,
} from "#components/queues/items/queries/item-filters.ts";
import { queueItemsQuery } from "#components/queues/items/queries/item-queries.ts";
import {
  type ItemSelection,
  NOTHING_SELECTED,
  selectedCount,
} from "#components/queues/items/queries/item-selection.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { usePeople } from "#components/queues/parts/use-names.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ItemBulkBar } from "./item-bulk-bar.tsx";
import { itemColumns, usualItemColumns } from "./item-columns.tsx";
import { ItemFilterBar } from "./item-filter-bar.tsx";
import { ItemSheet } from "./item-sheet.tsx";
import { NoItems } from "./no-items.tsx";
import { AnswersLoaderProvider, answersLoader } from "./use-item-answers.ts";

/** Below this the columns would squeeze each other. */
const READABLE_PX = 1180;
const NOTHING: never[] = [];

/** The items of a queue: where each stands, who said what of it, and what a lead does with many at once. `?make=pairs` opens the form that adds pairs. */
export function QueueItems() {
  const queue = useQueue();
  const { projectId, can } = useProject();
  const { get, replace, narrow, openBeside, closeBeside } = useSearchState();
  const [selection, setSelection] = useState<ItemSelection>(NOTHING_SELECTED);
  const pairing = usePairing();
  const { people, nameOf } = usePeople(queue.id);
  const filters = readItemFilters(get);
  const filter = itemFilterOf(filters);
  const sort = readItemSort(get("sort"), get("dir"));
  const list = useItemList(queue.id, { filter, sort });
  const { columns, menu } = useColumns(nameOf);
  const mayReview = can("answers:read");
  const loader = useMemo(
    () => (mayReview ? answersLoader(projectId, queue.id) : null),
    [mayReview, projectId, queue.id],
  );
  const words = useMemo(() => callDetailsLoader(projectId), [projectId]);
  const openId = get("item");
  const mayLead = can("queues:write");
  const fields = useAnswerable();
  const maySelect = mayLead || fields.length > 0;
  const change: Narrow = (patch, isContinued) => {
    setSelection(NOTHING_SELECTED);
    narrow(patch, isContinued);
  };
  return (
    <section aria-label="Items" className="page-column min-h-0 min-w-0 flex-1">
      <div className="flex shrink-0 flex-wrap items-center border-line border-b [&>div:first-child]:flex-1 [&>div:first-child]:border-t-0">
        <ItemFilterBar filters={filters} people={people} onChange={change} />
        <span className="mr-4 py-2 max-md:hidden">
          <ColumnsMenu {...menu} />
        </span>
        {pairing.isAllowed ? <AddPairsButton onClick={pairing.open} /> : null}
      </div>
      <AddressNote rules={ITEM_RULES} usualSort="when they were added, oldest first" />
      {maySelect && selectedCount(selection) > 0 ? (
        <ItemBulkBar
          queueId={queue.id}
          selection={selection}
          onSelection={(next) => setSelection(next ?? NOTHING_SELECTED)}
          rows={list.data ?? NOTHING}
          hasMore={list.hasNextPage}
          filter={filter}
          people={people}
          {...{ mayLead, fields }}
        />
      ) : null}
      <CallDetailsProvider value={words}>
        <AnswersLoaderProvider value={loader}>
          <WordsTable
            className="flex-1"
            label="Items"
            minWidthPx={READABLE_PX}
            columns={columns}
            {...listProps(list, "The items")}
            listKey={hashKey([queue.id, filter, sort])}
            getRowId={({ id }) => id}
            rowLabel={(item) => `Item ${item.positionInQueue ?? ""}, ${item.callOpName}`}
            empty={
              <NoRows
                isFiltered={isFilteredBy(filters)}
                onClear={() => change(NO_ITEM_FILTERS)}
                onPair={pairing.open}
              />
            }
            sort={sort}
            onSortChange={({ id, direction }) => replace({ sort: id, dir: direction })}
            {...(maySelect
              ? {
                  selected: shownSelection(selection, list.data),
                  onSelectedChange: (ids: ReadonlySet<string>) => setSelection({ kind: "some", ids }),
                }
              : {})}
            onOpen={({ id }) => openBeside({ item: id })}
            openRowId={openId}
          />
        </AnswersLoaderProvider>
      </CallDetailsProvider>
      <ItemSheet itemId={openId} onClose={() => closeBeside({ item: null })} />
      <AddPairsDialog queueId={queue.id} open={pairing.isOpen} onOpenChange={pairing.change} />
    </section>
  );
}

function AddPairsButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" className="mr-4 max-md:mt-2 max-md:self-start" icon={<ListPlus />} onClick={onClick}>
      Add pairs
    </Button>
  );
}

/** The form that adds pairs, which the address may open. */
function usePairing() {
  const queue = useQueue();
  const { can } = useProject();
  const { get, replace } = useSearchState();
  const isAllowed = can("queues:write") && queue.kind === "pairwise";
  const [isOpen, setOpen] = useState(isAllowed && get("make") === "pairs");
  const change = (isWanted: boolean) => {
    setOpen(isWanted);
    if (!isWanted) replace({ make: null });
  };
  return { isAllowed, isOpen, change, open: () => setOpen(true) };
}

/** The fields of the queue, where this person may answer one of them for many items at once; empty else. */
function useAnswerable(): readonly AnnotationField[] {
  const queue = useQueue();
  const { projectId, can } = useProject();
  const { userId } = useMe();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs)).data ?? NOTHING;
  const isAnnotator = queue.annotatorIds.length === 0 || queue.annotatorIds.includes(userId);
  const mayAnswer = can("queues:annotate") && isAnnotator && !queue.isArchived;
  return mayAnswer && bulkQuestions(fields, queue).length > 0 ? fields : NOTHING;
}

type ListAsked = { filter: ReturnType<typeof itemFilterOf>; sort: ReturnType<typeof readItemSort> };

function useItemList(queueId: string, { filter, sort }: ListAsked) {
  const { projectId } = useProject();
  return useInfiniteQuery({
    ...queueItemsQuery(projectId, { queueId, filter, sort: itemSortOf(sort) }),
    placeholderData: keepPreviousData,
  });
}

/** The columns that are shown, and what their menu needs. */
function useColumns(nameOf: (userId: string) => string | null) {
  const queue = useQueue();
  const { projectId, can } = useProject();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  const mayReview = can("answers:read");
  const columns = useMemo(
    () => itemColumns({ asked: askedFields(queue.kind, fields.data ?? NOTHING), nameOf, mayReview }),
    [queue.kind, fields.data, nameOf, mayReview],
  );
  const known = useMemo(() => columns.map(({ id }) => id), [columns]);
  const usual = useMemo(() => usualItemColumns(columns), [columns]);
  const { chosen, change } = useChosenColumns(known, usual);
  return {
    columns: chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    menu: { columns, chosen, onChange: change },
  };
}

/** Where all that match are selected, so are those on the screen. */
function shownSelection(
  selection: ItemSelection,
  rows: readonly { id: string }[] | undefined,
): ReadonlySet<string> {
  return selection.kind === "some" ? selection.ids : new Set((rows ?? []).map(({ id }) => id));
}

type NoRowsProps = { isFiltered: boolean; onClear: () => void; onPair: () => void };

function NoRows({ isFiltered, onClear, onPair }: NoRowsProps) {
  if (isFiltered)
    return <EmptyState title="No items match" actions={<Button onClick={onClear}>Show all items</Button>} />;
  return <NoItems pairs={<Button onClick={onPair}>Add pairs</Button>} />;
}
