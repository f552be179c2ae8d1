"use client";

import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useDeleteQueue } from "#components/queues/parts/queue-queries.ts";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";

type DeleteQueueDialogProps = {
  queue: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: () => void;
};

export function DeleteQueueDialog({ queue, open, onOpenChange, onDeleted }: DeleteQueueDialogProps) {
  const { projectId } = useProject();
  const remove = useDeleteQueue(projectId, queue.id);
  const onConfirm = () =>
    carryOut(remove, undefined, {
      onSuccess: () => {
        toast({ title: `“${queue.name}” was deleted` });
        onOpenChange(false);
        onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete the queue “${queue.name}”?`}
      confirmLabel="Delete queue"
      onConfirm={onConfirm}
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
    >
      It leaves the list and can no longer be worked on. Its calls and annotations are kept.
    </ConfirmDialog>
  );
}
