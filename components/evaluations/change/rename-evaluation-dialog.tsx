"use client";

import { type FormEvent, useId, useState } from "react";
import { useUpdateEvaluation } from "#components/evaluations/parts/evaluation-queries.ts";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";

type RenameEvaluationDialogProps = { evaluation: Evaluation; onClose: () => void };

/** Another name; runs, gates and loops go by the id, so nothing else changes. */
export function RenameEvaluationDialog({ evaluation, onClose }: RenameEvaluationDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const [name, setName] = useState(evaluation.name);
  const [isChecked, setChecked] = useState(false);
  const rename = useUpdateEvaluation(projectId, evaluation.id);
  const { error } = rename;
  const isTaken = error instanceof ApiError && error.code === "name_taken";
  const missing = isChecked && name.trim() === "" ? "Enter a name." : null;
  const undo = () =>
    carryOut(
      rename,
      { name: evaluation.name },
      {
        onError: (failed) =>
          toast({
            title: "The earlier name could not be restored.",
            detail: explainError(failed),
            tone: "danger",
          }),
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() === "" || rename.isPending) return;
    carryOut(
      rename,
      { name: name.trim() },
      {
        onSuccess: () => {
          toast({
            title: `Renamed to “${name.trim()}”`,
            tone: "success",
            action: { label: "Undo", onAction: undo },
          });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Rename the evaluation"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          error={
            isTaken
              ? "Another evaluation has this name. Choose another."
              : (missing ?? problemOf(error, "name"))
          }
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={128}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <FieldError error={isTaken ? null : formProblem(error, ["name"])} />
      </form>
    </Dialog>
  );
}
