"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { BulkAnswerDialog } from "#components/queues/bulk/bulk-answer-dialog.tsx";
import {
  type ItemChange,
  itemCountQuery,
  useChangeItems,
} from "#components/queues/items/queries/item-queries.ts";
import {
  changesBack,
  type ItemSelection,
  namedIn,
  selectedCount,
} from "#components/queues/items/queries/item-selection.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { Named } from "#components/queues/parts/use-names.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ItemFilter, QueueItem } from "#lib/contract/annotation/queues.ts";
import { type BulkAct, ItemBulkDialogs } from "./item-bulk-dialogs.tsx";

type ItemBulkBarProps = {
  queueId: string;
  selection: ItemSelection;
  onSelection: (selection: ItemSelection | null) => void;
  rows: readonly QueueItem[];
  hasMore: boolean;
  filter: ItemFilter;
  people: readonly Named[];
  mayLead: boolean;
  /** The fields of the queue, where this person may answer for many items at once; empty else. */
  fields: readonly AnnotationField[];
};

const DONE: { [A in ItemChange["action"]]: string } = {
  reopen: "reopened",
  prioritize: "given a priority",
  assign: "assigned",
  remove: "removed",
};

/** What can be done with the selected items at once. */
export function ItemBulkBar(props: ItemBulkBarProps) {
  const { queueId, selection, onSelection, rows, filter, people, mayLead, fields } = props;
  const { projectId } = useProject();
  const [act, setAct] = useState<BulkAct | null>(null);
  const [isAnswering, setAnswering] = useState(false);
  const change = useChangeItems(projectId, queueId);
  const count = selectedCount(selection);
  const undo = async (changes: readonly ItemChange[]) => {
    try {
      for (const back of changes) await change.mutateAsync(back);
      toast({ title: "Undone" });
    } catch (error) {
      toast({ title: "It could not be undone.", detail: explainError(error), tone: "danger" });
    }
  };
  const apply = (asked: ItemChange) => {
    const { action } = asked;
    const back = action === "prioritize" || action === "assign" ? changesBack(selection, rows, action) : null;
    carryOut(
      change,
      { ...asked, ...namedIn(selection, filter) },
      {
        onSuccess: (changed) => {
          setAct(null);
          onSelection(null);
          toast({
            title: `${countOf(changed, "item")} ${DONE[action]}`,
            tone: "success",
            ...(changed < count ? { detail: "The others were already like this." } : {}),
            ...(back && changed > 0 ? { action: { label: "Undo", onAction: () => void undo(back) } } : {}),
          });
        },
      },
    );
  };
  const open = (next: BulkAct) => {
    change.reset();
    setAct(next);
  };
  return (
    <section
      aria-label="Selected items"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-accent-tint px-4 py-2"
    >
      <SelectionText {...props} />
      {fields.length > 0 ? (
        <Button size="sm" onClick={() => setAnswering(true)}>
          Answer
        </Button>
      ) : null}
      {mayLead ? <LeadButtons onOpen={open} /> : null}
      <Button size="sm" variant="ghost" onClick={() => onSelection(null)}>
        Clear the selection
      </Button>
      {isAnswering ? (
        <BulkAnswerDialog
          {...{ selection, rows, filter, fields }}
          onClose={() => setAnswering(false)}
          onDone={() => onSelection(null)}
        />
      ) : null}
      <ItemBulkDialogs
        act={act}
        onClose={() => setAct(null)}
        items={itemsText(selection)}
        people={people}
        onApply={apply}
        pending={change.isPending}
        error={change.error ? explainError(change.error) : null}
      />
    </section>
  );
}

function LeadButtons({ onOpen }: { onOpen: (act: BulkAct) => void }) {
  return (
    <>
      <Button size="sm" onClick={() => onOpen("reopen")}>
        Reopen
      </Button>
      <Button size="sm" onClick={() => onOpen("assign")}>
        Assign
      </Button>
      <Button size="sm" onClick={() => onOpen("prioritize")}>
        Priority
      </Button>
      <Button size="sm" onClick={() => onOpen("remove")}>
        Remove
      </Button>
    </>
  );
}

/** How many are chosen; where more match than are loaded, the way to all of them. */
function SelectionText({ queueId, selection, onSelection, rows, hasMore, filter }: ItemBulkBarProps) {
  const { projectId } = useProject();
  const isAllLoaded = selection.kind === "some" && selection.ids.size >= rows.length;
  const offersAll = isAllLoaded && hasMore;
  const counted = useQuery({ ...itemCountQuery(projectId, { queueId, filter }), enabled: offersAll });
  const count = counted.data;
  return (
    <>
      <p aria-live="polite" className="mr-2 font-medium text-accent-ink">
        {itemsText(selection)} selected
      </p>
      {offersAll && count !== undefined ? (
        <Button size="sm" variant="ghost" onClick={() => onSelection({ kind: "all", count })}>
          Select all {formatCount(count)} matching
        </Button>
      ) : null}
    </>
  );
}

function itemsText(selection: ItemSelection): string {
  return countOf(selectedCount(selection), "item");
}
