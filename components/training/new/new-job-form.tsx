"use client";

import { useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { jobDraftFaults } from "#components/run/queries/job-draft.ts";
import type { GivenDataset } from "#components/training/data/given-dataset.ts";
import { misfitWords } from "#components/training/fit/fit-losses.ts";
import { otherDataNote, type Taught } from "#components/training/fit/proposed-order.ts";
import { useDataKind } from "#components/training/fit/use-data-kind.ts";
import { StartBar } from "#components/training/parts/start-bar.tsx";
import { StartField } from "#components/training/parts/start-field.tsx";
import { stopOfCheck } from "#components/training/parts/stop-of-check.ts";
import { RlFields } from "#components/training/rl-form/rl-fields.tsx";
import { type GivenPrompts, useRlRun } from "#components/training/rl-form/use-rl-run.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { JOB_KINDS, type JobKind } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { ratedModel } from "#lib/contract/training/usual-rates.ts";
import { JobDataField, NOTHING_CHOSEN } from "./job-data-field.tsx";
import { JobLabelFields } from "./job-label-fields.tsx";
import { LearningFields } from "./learning-fields.tsx";
import { ModelField } from "./model-field.tsx";
import { PreferenceCheckRail } from "./preference-check-rail.tsx";
import { PreferenceFields } from "./preference-fields.tsx";
import { SftCheckRail } from "./sft-check-rail.tsx";
import { useChosenData } from "./use-chosen-data.ts";
import { useNewJob } from "./use-new-job.ts";
import { usePreferenceJob } from "./use-preference-job.ts";
import { NOTHING_TO_CHOOSE_BY, ValidationFields } from "./validation-fields.tsx";

type NewJobFormProps = {
  models: readonly ModelWithSteps[];
  initialModel: ModelWithSteps;
  /** The job that this one is to be like. */
  like: TrainingJob | null;
  dataset: GivenDataset | null;
  /** What a reinforcement run is to ask. */
  prompts: GivenPrompts | null;
  /** Step of the checkpoint that it is to start from. */
  startStep: number | null;
  /** How it is to learn, where nothing else is chosen. */
  method: JobKind;
  /** The name of a model to make for it. */
  newModel: string | null;
  /** The names of the datasets that a model has learned from, as far as it is known. */
  taught: Taught;
};

const SFT_KINDS: readonly DatasetKind[] = ["sft"];
const FIELDS = [
  "learning_rate",
  "batch_size",
  "training_data_url",
  "start_step",
  "n_epochs",
  "lr_schedule",
  "warmup_ratio",
  "validation_data_url",
  "validation_every",
  "checkpoint_every",
  "keep",
];

/** Model, data, and how to learn from them; beside it what would come of that. */
export function NewJobForm({
  models,
  initialModel,
  like,
  dataset: named,
  prompts,
  startStep,
  method,
  newModel,
  taught,
}: NewJobFormProps) {
  const [kind, setKind] = useState<JobKind>(like?.kind ?? method);
  const form = useNewJob(initialModel, { models, like, named, startStep, isShown: kind === "sft" });
  const { model, inputs, check, dataUrl } = form;
  const loss = named?.loss ?? null;
  const isShown = kind === "preference";
  const preference = usePreferenceJob({
    ...{ model, dataUrl, like, loss, isShown },
    start: form.from,
    size: form.size,
  });
  const rl = useRlRun({ model, start: form.from, prompts, isShown: kind === "rl" });
  const data = { ...form.data, ...useChosenData({ form, preference }) };
  const submits = { sft: form.submit, preference: preference.submit, rl: rl.submit };
  const dataRef = kind === "rl" ? rl.promptsRef : (named?.ref ?? null);
  const chooseModel = (chosen: ModelWithSteps | undefined) => {
    form.chooseModel(chosen);
    preference.change({});
    rl.change({});
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(18rem,1fr)] lg:items-start">
      <form noValidate onSubmit={submits[kind]} className="flex min-w-0 flex-col gap-5 p-4">
        <ModelField
          models={models}
          model={model}
          newModel={like ? null : newModel}
          note={dataRef === null ? null : otherDataNote(model, taught(model.id), dataRef)}
          onModel={chooseModel}
        />
        {like ? null : <MethodChoice kind={kind} onKind={setKind} />}
        {kind === "rl" ? <RlFields form={rl} model={model} /> : null}
        {kind === "sft" ? <SftFields form={form} data={data} /> : null}
        {kind === "preference" ? (
          <PreferenceFields
            job={preference}
            model={model}
            data={data}
            size={form.size}
            usualValidation={usualValidation(form.data, form.size)}
            hasData={dataUrl !== null}
          />
        ) : null}
      </form>
      {kind === "sft" ? (
        <SftCheckRail check={check} model={model} isReady={inputs.length > 0} dataUrl={dataUrl} />
      ) : null}
      {kind === "preference" ? (
        <PreferenceCheckRail
          check={preference.check}
          model={model}
          isReady={preference.input !== null}
          dataUrl={dataUrl}
        />
      ) : null}
    </div>
  );
}

type NewJob = ReturnType<typeof useNewJob>;
type JobData = Parameters<typeof JobDataField>[0]["data"];

/** Data and settings, with what is wrong at the field that it concerns. */
function SftFields({ form, data }: { form: NewJob; data: JobData }) {
  const { model, draft, isChecked, start, check, inputs, dataUrl } = form;
  const faults = jobDraftFaults(draft);
  // The newest finding about a field, from the form or the service, is shown.
  const refusal = start.error ?? check.error;
  const missing = isChecked && dataUrl === null ? NOTHING_CHOSEN : null;
  const misfit = misfitWords(useDataKind(data), SFT_KINDS, data.file ? "file" : "dataset");
  return (
    <>
      {inputs.length > 1 ? null : (
        <StartField
          model={model}
          start={form.from}
          onChange={() => form.change({})}
          error={problemOf(refusal, "start_step")}
        />
      )}
      <JobDataField
        data={data}
        kinds={SFT_KINDS}
        size={form.size}
        baseModel={model.baseModel}
        error={missing ?? misfit ?? problemOf(refusal, "training_data_url")}
      />
      <LearningFields
        draft={draft}
        rated={ratedModel(model)}
        proposal={form.reason}
        probe={form.probe}
        onChange={form.change}
        errors={{
          rate: (isChecked && faults.learningRate) || problemOf(refusal, "learning_rate"),
          batch: (isChecked && faults.batchSize) || problemOf(refusal, "batch_size"),
          epochs: (isChecked && faults.epochs) || problemOf(refusal, "n_epochs"),
          warmup: (isChecked && faults.warmup) || problemOf(refusal, "warmup_ratio"),
          schedule: problemOf(refusal, "lr_schedule"),
        }}
      />
      <ValidationFields
        draft={draft}
        onChange={form.change}
        usual={usualValidation(form.data, form.size)}
        trainedFileId={data.file?.id ?? null}
        kinds={SFT_KINDS}
        errors={{
          data: problemOf(refusal, "validation_data_url"),
          every: (isChecked && faults.validationEvery) || problemOf(refusal, "validation_every"),
          checkpoints: (isChecked && faults.checkpointEvery) || problemOf(refusal, "checkpoint_every"),
          keep: problemOf(refusal, "keep") === null ? null : NOTHING_TO_CHOOSE_BY,
        }}
      />
      <JobLabelFields draft={draft} onChange={form.change} error={faults.labels ?? null} />
      {inputs.length > 1 ? <SweepNote model={model} count={inputs.length} /> : null}
      <FieldError error={formProblem(start.error, FIELDS)} />
      <StartBar
        label={inputs.length > 1 ? `Start ${inputs.length} jobs` : "Start training"}
        isPending={start.isPending || !form.isKnown}
        stop={start.isPending ? null : stopOfCheck(check)}
        text={start.text}
      />
    </>
  );
}

/** What a job is measured by where nothing else is chosen. */
function usualValidation({ sameData, dataset, holdsOut }: NewJob["data"], { heldOut }: NewJob["size"]) {
  if (sameData) {
    if (sameData.validation) return `${sameData.validation.name ?? "its rows"}, as before`;
    return sameData.source.kind === "dataset" ? "what the dataset holds out" : "no validation data";
  }
  if (dataset === null) return "no validation data";
  if (heldOut > 0) return `the ${countOf(heldOut, "row")} that the dataset holds out`;
  return holdsOut ? "what the dataset holds out" : "none: this version holds no rows out";
}

function SweepNote({ model, count }: { model: ModelWithSteps; count: number }) {
  return (
    <p className="rounded-md bg-accent-tint px-3 py-2 text-accent-ink text-sm">
      {countOf(count, "job")} in one group, one after the other. Each trains a new model that starts from{" "}
      {model.baseModel}, so that you can compare them; {model.name} itself does not change.
    </p>
  );
}

function MethodChoice({ kind, onKind }: { kind: JobKind; onKind: (kind: JobKind) => void }) {
  return (
    <RadioGroup
      label="Method"
      value={kind}
      onValueChange={(value) => onKind(JOB_KINDS.find((one) => one === value) ?? "sft")}
      options={[
        {
          value: "sft",
          label: "Supervised (SFT)",
          help: "The model learns to answer like the examples of a dataset or a file.",
        },
        {
          value: "preference",
          label: "Preferences",
          help: "The model learns which of two replies people prefer, or which replies are good.",
        },
        {
          value: "rl",
          label: "Reinforcement (RL)",
          help: "The model answers prompts several times and learns from the answers that graders score better.",
        },
      ]}
    />
  );
}
