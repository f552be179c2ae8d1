"use client";

import { useRouter } from "next/navigation";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useDeleteModel } from "#components/run/queries/model-queries.ts";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

type DeleteModelProps = {
  model: ModelWithSteps;
  listHref: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function DeleteModel({ model, listHref, open, onOpenChange }: DeleteModelProps) {
  const router = useRouter();
  const remove = useDeleteModel(model.id);
  const onConfirm = () =>
    carryOut(remove, undefined, {
      onSuccess: () => {
        toast({ title: `“${model.name}” was deleted` });
        router.push(listHref);
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        onOpenChange(isOpen);
        remove.reset();
      }}
      title={`Delete the model “${model.name}”?`}
      confirmLabel="Delete model"
      onConfirm={onConfirm}
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
    >
      Its {countOf(model.checkpointCount, "checkpoint")} and everything trained are deleted permanently, and
      requests that name it will be refused.
    </ConfirmDialog>
  );
}
