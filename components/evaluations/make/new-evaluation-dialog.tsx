"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { storedGradersQuery, useCreateEvaluation } from "#components/evaluations/parts/evaluation-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { draftFaults, EMPTY, type EvaluationDraft, inputOf } from "./evaluation-draft.ts";
import { EvaluationFields } from "./evaluation-fields.tsx";
import { graderOptions } from "./grader-presets.ts";
import { WatchedModelsField } from "./watched-models-field.tsx";

type NewEvaluationDialogProps = {
  /** The dataset that is chosen at first. */
  datasetId: string | null;
  onClose: () => void;
  onCreated: (evaluationId: string) => void;
};

/** What to measure with, and how answers are scored. */
export function NewEvaluationDialog({ datasetId, onClose, onCreated }: NewEvaluationDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const create = useCreateEvaluation(projectId);
  const [draft, setDraft] = useState<EvaluationDraft>({ ...EMPTY, datasetId });
  const [watched, setWatched] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const options = graderOptions(useQuery(storedGradersQuery(projectId)).data ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const input = inputOf(draft, options);
    if (input && !create.isPending)
      create.mutate(
        { ...input, onCheckpoint: [...watched] },
        { onSuccess: ({ evaluation }) => onCreated(evaluation.id) },
      );
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="New evaluation"
      description="Models answer the questions that a dataset holds out. Nothing is trained."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EvaluationFields
          draft={draft}
          graders={options}
          faults={isChecked ? draftFaults(draft) : {}}
          error={create.error}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        <WatchedModelsField values={watched} onChange={setWatched} />
      </form>
    </Dialog>
  );
}
