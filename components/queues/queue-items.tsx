"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { FilterBar } from "#components/layout/page-header.tsx";
import { useSearchState } from "#components/layout/use-search-state.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { countOf } from "#components/ui/format.ts";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast-store.ts";
import { ANNOTATION_STATES, type QueueItem } from "#lib/contract/queues.ts";
import { ITEM_COLUMNS, STATE_LABELS } from "./item-columns.tsx";
import { queueItemsQuery, useRemoveItems } from "./queue-queries.ts";

const ANY = "any";

/** The items of a queue, to look at, to open on the desk and to remove. */
export function QueueItems({ queueId }: { queueId: string }) {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const { get, replace } = useSearchState();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const state = ANNOTATION_STATES.find((known) => known === get("state"));
  const states = useMemo(() => (state ? [state] : []), [state]);
  const list = useInfiniteQuery({
    ...queueItemsQuery(projectId, queueId, states),
    placeholderData: keepPreviousData,
  });
  const deskHref = projectHref({ entity, project }, "queues", queueId, "annotate");
  const mayRemove = can("queues:write");
  return (
    <section aria-label="Items" className="flex min-h-96 min-w-0 flex-1 flex-col lg:min-h-0">
      <FilterBar>
        <Select
          className="w-44!"
          size="sm"
          aria-label="State"
          value={state ?? ANY}
          onValueChange={(value) => replace({ state: value === ANY ? null : value })}
          options={[
            { value: ANY, label: "Any state" },
            ...ANNOTATION_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
          ]}
        />
        {selected.size > 0 ? (
          <RemoveItems queueId={queueId} itemIds={[...selected]} onRemoved={() => setSelected(new Set())} />
        ) : null}
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Items"
        columns={ITEM_COLUMNS}
        rows={list.data}
        getRowId={({ id }) => id}
        rowLabel={(item) => `Item ${item.positionInQueue ?? ""}, ${item.callOpName}`}
        error={
          list.error ? { title: "The items could not be loaded.", detail: explainError(list.error) } : null
        }
        onRetry={() => void list.refetch()}
        empty={<NoItems isFiltered={state !== undefined} onClear={() => replace({ state: null })} />}
        {...(mayRemove ? { selected, onSelectedChange: setSelected } : {})}
        onOpen={(item: QueueItem) => router.push(`${deskHref}?item=${encodeURIComponent(item.id)}`)}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </section>
  );
}

function NoItems({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { entity, project, can } = useProject();
  if (isFiltered)
    return (
      <EmptyState
        title="No item is in this state"
        actions={<Button onClick={onClear}>Show all items</Button>}
      />
    );
  const canReadCalls = can("queues:write");
  return (
    <EmptyState
      icon={<ListPlus />}
      title="No items yet"
      actions={
        canReadCalls ? (
          <ButtonLink href={projectHref({ entity, project }, "calls")}>Choose calls</ButtonLink>
        ) : null
      }
    >
      {canReadCalls
        ? "Select calls in the list of calls, or open a thread, and add them to this queue."
        : "An engineer of the project adds calls to the queue; they will appear here."}
    </EmptyState>
  );
}

type RemoveItemsProps = { queueId: string; itemIds: readonly string[]; onRemoved: () => void };

function RemoveItems({ queueId, itemIds, onRemoved }: RemoveItemsProps) {
  const { projectId } = useProject();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveItems(projectId, queueId);
  const items = countOf(itemIds.length, "item");
  const onConfirm = () =>
    remove.mutate(itemIds, {
      onSuccess: () => {
        setAsking(false);
        toast({ title: `${items} removed` });
        onRemoved();
      },
    });
  return (
    <>
      <span className="text-muted text-sm">{countOf(itemIds.length, "item")} selected</span>
      <Button size="sm" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${items} from the queue?`}
        confirmLabel="Remove"
        onConfirm={onConfirm}
        pending={remove.isPending}
        error={remove.error ? explainError(remove.error) : null}
      >
        The calls stay, and so does what was annotated about them. Removed calls can be added again.
      </ConfirmDialog>
    </>
  );
}
