"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { storedGradersQuery, useCreateEvaluation } from "#components/evaluations/parts/evaluation-queries.ts";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { type DraftFaults, draftFaults, EMPTY, type EvaluationDraft, inputOf } from "./evaluation-draft.ts";
import { type GraderPreset, graderOptions } from "./grader-presets.ts";

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
  const [isChecked, setChecked] = useState(false);
  const options = graderOptions(useQuery(storedGradersQuery(projectId)).data ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const input = inputOf(draft, options);
    if (input && !create.isPending)
      create.mutate(input, { onSuccess: ({ evaluation }) => onCreated(evaluation.id) });
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
      </form>
    </Dialog>
  );
}

type EvaluationFieldsProps = {
  draft: EvaluationDraft;
  graders: readonly GraderPreset[];
  faults: DraftFaults;
  error: Error | null;
  onChange: (part: Partial<EvaluationDraft>) => void;
};

function EvaluationFields({ draft, graders, faults, error, onChange }: EvaluationFieldsProps) {
  const { projectId } = useProject();
  const datasets = useInfiniteQuery(datasetListQuery(projectId, { name: "", isArchived: false }));
  const isTaken = error instanceof ApiError && error.code === "name_taken";
  const taken = isTaken ? "Another evaluation has this name. Choose another." : null;
  const loadFault = datasets.error ? explainError(datasets.error) : null;
  return (
    <>
      <Field label="Name" required error={taken ?? faults.name ?? problemOf(error, "name")}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={128}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label="Dataset"
        required
        help="Its held-out rows are measured, in the newest version at each run."
        error={faults.datasetId ?? loadFault}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.datasetId}
            onValueChange={(value) => onChange({ datasetId: value })}
            placeholder={datasets.isPending ? "Loading…" : "Choose a dataset…"}
            options={(datasets.data ?? []).map(datasetOption)}
          />
        )}
      </Field>
      <CheckboxGroup
        label="Graders"
        values={draft.graders}
        onFlip={(value) => onChange({ graders: flipped(draft.graders, value) })}
        options={graders.map(({ value, label, help }) => ({ value, label, help }))}
        help="Exact match with the reference is always measured. Other graders are made over the API, and then offered here."
      />
      <Field label="Tokens an answer may have" error={faults.maxTokens ?? problemOf(error, "max_tokens")}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            className="w-32!"
            value={draft.maxTokens}
            onChange={({ target }) => onChange({ maxTokens: target.value })}
          />
        )}
      </Field>
      <FieldError error={isTaken ? null : formProblem(error, ["name", "max_tokens"])} />
    </>
  );
}

/** A dataset that holds nothing out cannot be measured with. */
function datasetOption({ id, name, latestVersion }: Dataset): SelectOption {
  const rows = latestVersion?.counts.heldOut ?? 0;
  const help = latestVersion === null ? "no version yet" : rows === 0 ? "holds no rows out" : null;
  return {
    value: id,
    label: name,
    help: help ?? `${countOf(rows, "row")} held out in v${latestVersion?.number}`,
    disabled: help !== null,
  };
}

function flipped(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}
