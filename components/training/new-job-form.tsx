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
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Select } from "#components/ui/select.tsx";
import type { UploadedFile } from "#lib/contract/files.ts";
import type { ModelWithSteps } from "#lib/contract/models.ts";
import type { JobKind } from "#lib/contract/training.ts";
import { type JobDraft, jobDraftFaults, jobInput, USUAL_BATCH_SIZE, usualRate } from "./job-draft.ts";
import { LearningFields } from "./learning-fields.tsx";
import { RlRequest } from "./rl-request.tsx";
import { SftCheckRail } from "./sft-check-rail.tsx";
import { TrainingFilePicker } from "./training-file-picker.tsx";
import { fileChoicesQuery, sftCheckQuery, useStartJob } from "./training-queries.ts";
import { useSettled } from "./use-settled.ts";

type NewJobFormProps = { models: readonly ModelWithSteps[]; initialModel: ModelWithSteps };

const FIELDS = ["learning_rate", "batch_size", "training_data_url"];

/** Model, data, and how to learn from them; beside it what would come of that. */
export function NewJobForm({ models, initialModel }: NewJobFormProps) {
  const form = useNewJob(initialModel);
  const [kind, setKind] = useState<JobKind>("sft");
  const { model, file, input, check } = form;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(18rem,1fr)] lg:items-start">
      <form noValidate onSubmit={form.submit} className="flex min-w-0 flex-col gap-5 p-4">
        <Field label="Model" help={modelHelp(model)}>
          {(control) => (
            <Select
              {...control}
              value={model.id}
              onValueChange={(id) => form.chooseModel(models.find((one) => one.id === id))}
              options={models.map(({ id, name, baseModel }) => ({ value: id, label: name, help: baseModel }))}
            />
          )}
        </Field>
        <MethodChoice kind={kind} onKind={setKind} />
        {kind === "rl" ? <RlRequest model={model} /> : <SftFields form={form} />}
      </form>
      {kind === "sft" ? (
        <SftCheckRail check={check} model={model} isReady={input !== null} hasFile={file !== null} />
      ) : null}
    </div>
  );
}

type NewJob = ReturnType<typeof useNewJob>;

/** What was filled in, what the service says to it, and the start. */
function useNewJob(initialModel: ModelWithSteps) {
  const { entity, project } = useProject();
  const router = useRouter();
  const start = useStartJob();
  const [model, setModel] = useState(initialModel);
  const [file, setFile] = useState<UploadedFile | null>(null);
  const [draft, setDraft] = useState(() => draftFor(initialModel));
  const [isChecked, setChecked] = useState(false);
  const input = jobInput(model.id, file, draft);
  const check = useQuery(sftCheckQuery(useSettled(input)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!input) return;
    start.mutate(input, {
      onSuccess: ({ id }) => router.push(projectHref({ entity, project }, "training", id)),
    });
  };
  const chooseModel = (chosen: ModelWithSteps | undefined) => {
    if (!chosen) return;
    setModel(chosen);
    // A rate that was typed stays; one that was only proposed follows the model.
    if (draft.learningRate === usualRate(model.training.mode))
      setDraft({ ...draft, learningRate: usualRate(chosen.training.mode) });
  };
  const change = (part: Partial<JobDraft>) => {
    setDraft({ ...draft, ...part });
    start.reset();
  };
  return { model, file, draft, isChecked, input, check, start, submit, chooseModel, setFile, change };
}

/** Data and settings, with what is wrong at the field that it concerns. */
function SftFields({ form }: { form: NewJob }) {
  const { projectId } = useProject();
  const { model, file, draft, isChecked, start, check, setFile } = form;
  const faults = jobDraftFaults(draft);
  // What is wrong with a field is said by whoever found it last.
  const refusal = start.error ?? check.error;
  const missing = isChecked && !file ? "Choose a file to learn from." : null;
  return (
    <>
      <div className="flex flex-col gap-3">
        <TrainingFilePicker
          projectId={projectId}
          baseModel={model.baseModel}
          file={file}
          onFile={setFile}
          error={missing ?? problemOf(refusal, "training_data_url")}
        />
        {file ? null : <EarlierFile onFile={setFile} />}
      </div>
      <LearningFields
        draft={draft}
        mode={model.training.mode}
        onChange={form.change}
        rateError={(isChecked && faults.learningRate) || problemOf(refusal, "learning_rate")}
        batchError={(isChecked && faults.batchSize) || problemOf(refusal, "batch_size")}
      />
      <FieldError error={formProblem(start.error, FIELDS)} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-4">
        <Button type="submit" variant="primary" icon={<Play />} pending={start.isPending}>
          Start training
        </Button>
        <p role="status" className="text-muted text-sm">
          {start.isPending ? "Queuing the job…" : null}
        </p>
      </div>
    </>
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

function MethodChoice({ kind, onKind }: { kind: JobKind; onKind: (kind: JobKind) => void }) {
  return (
    <RadioGroup
      label="Method"
      value={kind}
      onValueChange={(value) => onKind(value === "rl" ? "rl" : "sft")}
      options={[
        {
          value: "sft",
          label: "Supervised (SFT)",
          help: "The model learns to answer as the examples of a file do.",
        },
        {
          value: "rl",
          label: "Reinforcement (RL)",
          help: "A program samples answers, rewards them and sends both; here is the request for it.",
        },
      ]}
    />
  );
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
