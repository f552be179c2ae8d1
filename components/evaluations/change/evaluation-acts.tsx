"use client";

import { Archive, ArchiveRestore, ChevronDown, Pencil, SlidersHorizontal, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  useDeleteEvaluation,
  useUpdateEvaluation,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { EditEvaluationDialog } from "./edit-evaluation-dialog.tsx";
import { RenameEvaluationDialog } from "./rename-evaluation-dialog.tsx";

/** What can be done with an evaluation as a whole. */
export function EvaluationActs({ evaluation }: { evaluation: Evaluation }) {
  const [open, setOpen] = useState<"rename" | "edit" | "delete" | null>(null);
  const setArchived = useArchiving(evaluation);
  const close = () => setOpen(null);
  return (
    <>
      <Menu align="end" trigger={<Button icon={<ChevronDown />}>Actions</Button>}>
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("rename")}>
          Rename
        </MenuItem>
        <MenuItem icon={<SlidersHorizontal />} onSelect={() => setOpen("edit")}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={evaluation.isArchived ? <ArchiveRestore /> : <Archive />}
          onSelect={() => setArchived(!evaluation.isArchived)}
        >
          {evaluation.isArchived ? "Restore" : "Archive"}
        </MenuItem>
        {evaluation.runCount === 0 ? (
          <MenuItem icon={<Trash2 />} onSelect={() => setOpen("delete")}>
            Delete
          </MenuItem>
        ) : null}
      </Menu>
      {open === "rename" ? <RenameEvaluationDialog evaluation={evaluation} onClose={close} /> : null}
      {open === "edit" ? <EditEvaluationDialog evaluation={evaluation} onClose={close} /> : null}
      {open === "delete" ? <DeleteEvaluationDialog evaluation={evaluation} onClose={close} /> : null}
    </>
  );
}

/** With the way back. */
function useArchiving({ id, name }: Evaluation): (isArchived: boolean) => void {
  const { projectId } = useProject();
  const change = useUpdateEvaluation(projectId, id);
  const set = (isArchived: boolean, isBack = false) =>
    carryOut(
      change,
      { isArchived },
      {
        onSuccess: () =>
          toast({
            title: `“${name}” was ${isArchived ? "archived" : "restored"}`,
            tone: "success",
            ...(isBack ? {} : { action: { label: "Undo", onAction: () => set(!isArchived, true) } }),
          }),
        onError: (error) =>
          toast({
            title: "The evaluation could not be changed.",
            detail: explainError(error),
            tone: "danger",
          }),
      },
    );
  return set;
}

type DialogProps = { evaluation: Evaluation; onClose: () => void };

function DeleteEvaluationDialog({ evaluation: { id, name }, onClose }: DialogProps) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const remove = useDeleteEvaluation(projectId, id);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete the evaluation “${name}”?`}
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
      onConfirm={() =>
        carryOut(remove, undefined, {
          onSuccess: () => {
            toast({ title: `“${name}” was deleted` });
            router.replace(projectHref({ entity, project }, "evaluations"));
          },
        })
      }
    >
      It has no runs. This cannot be undone.
    </ConfirmDialog>
  );
}
