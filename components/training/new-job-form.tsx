"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { formProblem, problemOf } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { shortTrainingText } from "#components/models/model-names.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { countOf, formatCount } from "#components/ui/format.ts";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Select } from "#components/ui/select.tsx";
import type { UploadedFile } from "#lib/contract/files.ts";
import type { ModelWithSteps } from "#lib/contract/models.ts";
import {
  type JobDraft,
  jobDraftFaults,
  sftConfigOf,
  stepsOf,
  USUAL_BATCH_SIZE,
  usualRate,
} from "./job-draft.ts";
import { TrainingFilePicker } from "./training-file-picker.tsx";
import { fileChoicesQuery, useStartJob } from "./training-queries.ts";

type NewJobFormProps = { models: readonly ModelWithSteps[]; initialModel: ModelWithSteps };

const FIELDS = ["learning_rate", "batch_size"];

/** Model, data, and how to learn from it. */
export function NewJobForm({ models, initialModel }: NewJobFormProps) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const start = useStartJob();
  const [model, setModel] = useState(initialModel);
  const [file, setFile] = useState<UploadedFile | null>(null);
  const [draft, setDraft] = useState(() => draftFor(initialModel));
  const [isChecked, setChecked] = useState(false);
  const faults = jobDraftFaults(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!file || Object.keys(faults).length > 0) return;
    start.mutate(
      { modelId: model.id, trainingDataUrl: file.trainingDataUrl, config: sftConfigOf(draft) },
      { onSuccess: ({ id }) => router.push(projectHref({ entity, project }, "training", id)) },
    );
  };
  const choose = (id: string) => {
    const chosen = models.find((one) => one.id === id);
    if (!chosen) return;
    setModel(chosen);
    // A rate that was typed stays; one that was only proposed follows the model.
    if (draft.learningRate === usualRate(model.training.mode))
      setDraft({ ...draft, learningRate: usualRate(chosen.training.mode) });
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-5 p-4">
        <Field label="Model" help={modelHelp(model)}>
          {(control) => (
            <Select
              {...control}
              value={model.id}
              onValueChange={choose}
              options={models.map(({ id, name, baseModel }) => ({ value: id, label: name, help: baseModel }))}
            />
          )}
        </Field>
        <div className="flex flex-col gap-3">
          <TrainingFilePicker
            projectId={projectId}
            baseModel={model.baseModel}
            file={file}
            onFile={setFile}
            error={isChecked && !file ? "Choose a file to learn from." : null}
          />
          {file ? null : <EarlierFile onFile={setFile} />}
        </div>
        <LearningFields
          draft={draft}
          model={model}
          onChange={(part) => setDraft({ ...draft, ...part })}
          rateError={(isChecked && faults.learningRate) || problemOf(start.error, "learning_rate")}
          batchError={(isChecked && faults.batchSize) || problemOf(start.error, "batch_size")}
        />
        <FieldError error={formProblem(start.error, FIELDS)} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-4">
          <Button type="submit" variant="primary" icon={<Play />} pending={start.isPending}>
            Start training
          </Button>
          {file ? <p className="text-muted text-sm">{planText(file, draft)}</p> : null}
        </div>
      </form>
    </div>
  );
}

function draftFor({ training }: ModelWithSteps): JobDraft {
  return { learningRate: usualRate(training.mode), batchSize: USUAL_BATCH_SIZE, assistantTurns: "all" };
}

function modelHelp({ latestStep, training, unendedJobs }: ModelWithSteps): string {
  const begins = latestStep ? `Goes on from step ${latestStep}` : "Begins as its base model";
  const queue = unendedJobs > 0 ? `; ${countOf(unendedJobs, "job")} of it must end first` : "";
  return `${begins} (${shortTrainingText(training)})${queue}.`;
}

function planText(file: UploadedFile, draft: JobDraft): string {
  const steps = stepsOf(file.rows, draft);
  const passed = `One pass over ${countOf(file.rows, "row")}`;
  return steps === null ? `${passed}.` : `${passed}: ${countOf(steps, "step")}.`;
}

function EarlierFile({ onFile }: { onFile: (file: UploadedFile) => void }) {
  const { projectId } = useProject();
  const { data: files = [] } = useQuery(fileChoicesQuery(projectId));
  if (files.length === 0) return null;
  return (
    <Select
      aria-label="Or take an earlier upload"
      placeholder="Or take an earlier upload…"
      value={null}
      onValueChange={(id) => {
        const chosen = files.find((file) => file.id === id);
        if (chosen) onFile(chosen);
      }}
      options={files.map(({ id, filename, rows, tokenCount }) => ({
        value: id,
        label: filename,
        help: `${countOf(rows, "row")}, ${formatCount(tokenCount)} tokens`,
      }))}
    />
  );
}

type LearningFieldsProps = {
  draft: JobDraft;
  model: ModelWithSteps;
  onChange: (part: Partial<JobDraft>) => void;
  rateError: string | null;
  batchError: string | null;
};

function LearningFields({ draft, model, onChange, rateError, batchError }: LearningFieldsProps) {
  const { mode } = model.training;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Learning rate"
          error={rateError}
          help={`How far each step goes. ${usualRate(mode)} suits small models ${mode === "lora" ? "with LoRA" : "trained whole"}; take less where the loss jumps or the model is large.`}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={draft.learningRate}
              onChange={(event) => onChange({ learningRate: event.target.value.trim() })}
            />
          )}
        </Field>
        <Field
          label="Batch size"
          error={batchError}
          help={`Rows for one step. ${USUAL_BATCH_SIZE} is a good start; more makes fewer and calmer steps.`}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={draft.batchSize}
              onChange={(event) => onChange({ batchSize: event.target.value.trim() })}
            />
          )}
        </Field>
      </div>
      <RadioGroup
        label="Replies to learn"
        value={draft.assistantTurns}
        onValueChange={(value) => onChange({ assistantTurns: value === "last" ? "last" : "all" })}
        options={[
          { value: "all", label: "Every reply of the assistant" },
          { value: "last", label: "Only the last one of each row" },
        ]}
      />
    </>
  );
}
