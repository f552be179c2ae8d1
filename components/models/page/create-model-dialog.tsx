"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { explainError, formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { baseModelsOf } from "#components/run/queries/base-models.ts";
import {
  servedModelsQuery,
  unusableModelsQuery,
  useCreateModel,
} from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { DEFAULT_TRAINING, type TrainingMode } from "#lib/contract/models/models.ts";
import { type ModelDraft, modelDraftFaults, trainingOf } from "./model-draft.ts";

type CreateModelDialogProps = {
  onClose: () => void;
  onCreated: (modelId: string) => void;
  /** A name that fits what it is made for. */
  name?: string;
  /** Why one is proposed. */
  reason?: string;
};

const FIELDS = ["name", "base_model", "rank", "alpha"];

const EMPTY: ModelDraft = {
  name: "",
  baseModel: null,
  mode: "lora",
  rank: String(DEFAULT_TRAINING.rank),
  alpha: String(DEFAULT_TRAINING.alpha),
};

/** Registers a model of this project. */
export function CreateModelDialog({ onClose, onCreated, name = "", reason }: CreateModelDialogProps) {
  const { entity, project } = useProject();
  const create = useCreateModel();
  const formId = useId();
  const [draft, setDraft] = useState({ ...EMPTY, name });
  const [isChecked, setChecked] = useState(false);
  const bases = useQuery({ ...servedModelsQuery, select: baseModelsOf });
  const unusable = useQuery(unusableModelsQuery).data ?? [];
  const baseModel = draft.baseModel ?? bases.data?.[0] ?? null;
  const faults = modelDraftFaults({ ...draft, baseModel });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // It may stand in another form, which this does not send.
    event.stopPropagation();
    setChecked(true);
    if (baseModel === null || Object.keys(faults).length > 0) return;
    const input = { entity, project, name: draft.name, baseModel, returnExisting: false };
    create.mutate({ ...input, training: trainingOf(draft) }, { onSuccess: ({ id }) => onCreated(id) });
  };
  const change = (part: Partial<ModelDraft>) => setDraft({ ...draft, ...part });
  const loadFault = bases.error ? explainError(bases.error) : null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="New model"
      description={reason ?? "Until it is trained, it answers like its base model."}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
            Create model
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          help="Programs use it in their requests. It cannot be changed later."
          error={(isChecked && faults.name) || problemOf(create.error, "name")}
        >
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={128}
              placeholder="refund-agent"
              onChange={(event) => change({ name: event.target.value.trim() })}
            />
          )}
        </Field>
        <Field
          label="Base model"
          error={(isChecked && faults.baseModel) || problemOf(create.error, "base_model") || loadFault}
        >
          {(control) => (
            <Select
              {...control}
              value={baseModel}
              onValueChange={(value) => change({ baseModel: value })}
              placeholder={bases.isPending ? "Loading…" : "Choose…"}
              options={(bases.data ?? []).map((name) => ({ value: name, label: name }))}
            />
          )}
        </Field>
        {unusable.length > 0 ? <UnusableModels models={unusable} /> : null}
        <TrainingFields
          draft={draft}
          onChange={change}
          rankError={(isChecked && faults.rank) || problemOf(create.error, "rank")}
          alphaError={(isChecked && faults.alpha) || problemOf(create.error, "alpha")}
        />
        <FieldError error={formProblem(create.error, FIELDS)} />
      </form>
    </Dialog>
  );
}

const MODES: { value: TrainingMode; label: string; help: string }[] = [
  { value: "lora", label: "LoRA", help: "Trains a small adapter: fast, and small on disk" },
  {
    value: "full",
    label: "All weights",
    help: "Can learn more, but each checkpoint is as large as the model",
  },
];

type TrainingFieldsProps = {
  draft: ModelDraft;
  onChange: (part: Partial<ModelDraft>) => void;
  rankError: string | null;
  alphaError: string | null;
};

function TrainingFields({ draft, onChange, rankError, alphaError }: TrainingFieldsProps) {
  return (
    <>
      <RadioGroup
        label="What training changes"
        value={draft.mode}
        onValueChange={(value) => onChange({ mode: value === "full" ? "full" : "lora" })}
        options={MODES}
      />
      {draft.mode === "lora" ? (
        <details
          open={Boolean(rankError || alphaError) || undefined}
          className="rounded-md border border-line"
        >
          <summary className="rounded-md px-3 py-2 text-muted text-sm">Size of the adapter</summary>
          <div className="grid grid-cols-2 gap-3 px-3 pt-1 pb-3">
            <Field label="Rank" help="1 to 256. A higher rank can learn finer detail." error={rankError}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={draft.rank}
                  onChange={(event) => onChange({ rank: event.target.value.trim() })}
                />
              )}
            </Field>
            <Field label="Alpha" help="Its strength. Twice the rank is usual." error={alphaError}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft.alpha}
                  onChange={(event) => onChange({ alpha: event.target.value.trim() })}
                />
              )}
            </Field>
          </div>
        </details>
      ) : null}
    </>
  );
}

/** Folders that people put among the models and do not find above. */
function UnusableModels({ models }: { models: readonly { id: string; reason: string }[] }) {
  return (
    <div className="-mt-2 rounded-md bg-sunken px-3 py-2 text-xs">
      <p className="font-medium">Not offered</p>
      <ul className="mt-1 flex max-h-32 flex-col gap-1 overflow-y-auto text-muted">
        {models.map(({ id, reason }) => (
          <li key={id} className="break-words">
            <span className="text-ink">{id}</span>: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
