"use client";

import { explainError } from "#components/layout/explain-error.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { countOf } from "#components/ui/format.ts";
import { toast } from "#components/ui/toast-store.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models.ts";
import { useDeleteCheckpoints } from "./model-queries.ts";

type DeleteCheckpointsProps = {
  model: ModelWithSteps;
  chosen: readonly Checkpoint[];
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before checkpoints are deleted. */
export function DeleteCheckpoints({ model, chosen, onClose, onDeleted }: DeleteCheckpointsProps) {
  const remove = useDeleteCheckpoints(model.id);
  const checkpoints = countOf(chosen.length, "checkpoint");
  const steps = chosen.map(({ step }) => step);
  const onConfirm = () =>
    remove.mutate(steps, {
      onSuccess: () => {
        toast({ title: `${checkpoints} deleted` });
        onDeleted();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete ${checkpoints} of ${model.name}?`}
      confirmLabel="Delete"
      onConfirm={onConfirm}
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
    >
      {steps.length === 1 ? `Step ${steps[0]} goes` : `Steps ${steps.join(", ")} go`} for good, and requests
      that name {steps.length === 1 ? "it" : "them"} will be refused.
    </ConfirmDialog>
  );
}
