"use client";

import { explainError } from "#components/layout/state/explain-error.ts";
import { useDeleteCheckpoints } from "#components/run/queries/model-queries.ts";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";

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
    carryOut(remove, steps, {
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
      {steps.length === 1 ? `Step ${steps[0]} is deleted` : `Steps ${steps.join(", ")} are deleted`}{" "}
      permanently, and requests that name {steps.length === 1 ? "it" : "them"} will be refused.
    </ConfirmDialog>
  );
}
