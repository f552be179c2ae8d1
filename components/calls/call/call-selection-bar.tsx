"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useDeleteCalls } from "#components/calls/parts/call-queries.ts";
import { callDetailsKey } from "#components/calls/parts/use-call-details.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { useAim } from "#components/queues/add/aim.ts";
import { Button } from "#components/ui/button/button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";

type CallSelectionBarProps = {
  selected: ReadonlySet<string>;
  onSelectedChange: (selected: ReadonlySet<string>) => void;
};

/** Actions for the selected calls. */
export function CallSelectionBar({ selected, onSelectedChange }: CallSelectionBarProps) {
  const { projectId, can } = useProject();
  const [isAdding, setAdding] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const client = useQueryClient();
  const ids = useMemo(() => [...selected], [selected]);
  const mayAdd = can("queues:write");
  const aim = useAim();
  const clear = () => onSelectedChange(new Set());
  const forgetDetails = () => client.invalidateQueries({ queryKey: callDetailsKey(projectId) });
  useShortcuts(
    "Selected calls",
    useMemo(
      () => (mayAdd ? [{ keys: "q", label: "Add them to a queue", run: () => setAdding(true) }] : []),
      [mayAdd],
    ),
  );
  return (
    <section
      aria-label="Selected calls"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-accent-tint px-4 py-2"
    >
      <p aria-live="polite" className="mr-2 font-medium text-accent-ink">
        {countOf(ids.length, "call")} selected
      </p>
      {mayAdd ? (
        <Button size="sm" variant={aim ? "primary" : "secondary"} onClick={() => setAdding(true)}>
          {aim ? `Add to “${aim.name}”` : "Add to queue"}
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" onClick={clear}>
        Clear the selection
      </Button>
      {can("calls:delete") ? (
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 />}
          onClick={() => setDeleting(true)}
          className="ml-auto text-danger-ink!"
        >
          Delete
        </Button>
      ) : null}
      <AddToQueueDialog
        callIds={ids}
        queueId={aim?.id ?? null}
        open={isAdding}
        onOpenChange={setAdding}
        onAdded={() => {
          clear();
          void forgetDetails();
        }}
      />
      <DeleteCallsDialog callIds={ids} open={isDeleting} onOpenChange={setDeleting} onDeleted={clear} />
    </section>
  );
}

type DeleteCallsDialogProps = {
  callIds: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
};

/** The service deletes at most this many named calls in one request. */
const MAX_AT_ONCE = 1_000;

export function DeleteCallsDialog({ callIds, open, onOpenChange, onDeleted }: DeleteCallsDialogProps) {
  const { projectId } = useProject();
  const remove = useDeleteCalls(projectId);
  const confirm = async () => {
    let deleted = 0;
    for (let i = 0; i < callIds.length; i += MAX_AT_ONCE)
      deleted += (await remove.mutateAsync(callIds.slice(i, i + MAX_AT_ONCE))).numDeleted;
    toast({ title: `${countOf(deleted, "call")} deleted` });
    onOpenChange(false);
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${countOf(callIds.length, "call")}?`}
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
      onConfirm={() => void confirm().catch(() => undefined)}
    >
      The calls inside them are deleted too, and all of them leave the statistics of their threads. This
      cannot be undone.
    </ConfirmDialog>
  );
}
