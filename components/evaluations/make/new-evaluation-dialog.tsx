"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { storedGradersQuery, useCreateEvaluation } from "#components/evaluations/parts/evaluation-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { draftFaults, EMPTY, type EvaluationDraft, inputOf, proposedName } from "./evaluation-draft.ts";
import { EvaluationFields } from "./evaluation-fields.tsx";
import { graderOptions } from "./grader-presets.ts";
import { WatchedModelsField } from "./watched-models-field.tsx";

type NewEvaluationDialogProps = {
  /** The dataset that is chosen at first. */
  datasetId: string | null;
  /** Checkpoints that one came to measure, as they are typed. */
  subjects: string | null;
  onClose: () => void;
  onCreated: (evaluationId: string) => void;
};

/** Without a name of its own it is called as is proposed. */
type Typed = Omit<EvaluationDraft, "name"> & { name: string | null };

/** What to measure with, and how answers are scored. */
export function NewEvaluationDialog({ datasetId, subjects, onClose, onCreated }: NewEvaluationDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const create = useCreateEvaluation(projectId);
  const [typed, setTyped] = useState<Typed>({ ...EMPTY, datasetId, name: null });
  const proposed = proposedName(useDatasetName(typed.datasetId), subjects);
  const draft = { ...typed, name: typed.name ?? proposed };
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
          onChange={(part) => setTyped({ ...typed, ...part })}
        />
        <WatchedModelsField values={watched} onChange={setWatched} />
      </form>
    </Dialog>
  );
}

/** Of the datasets that the form offers. */
function useDatasetName(datasetId: string | null): string | null {
  const { projectId } = useProject();
  const datasets = useInfiniteQuery(datasetListQuery(projectId, { name: "", isArchived: false }));
  return datasets.data?.find(({ id }) => id === datasetId)?.name ?? null;
}
