"use client";

import { useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import {
  LOSS_WORDS,
  type PreferenceDraft,
  type PreferenceFaults,
  preferenceFaults,
  reads,
  usualOf,
} from "#components/run/queries/preference-draft.ts";
import { lossNamed, settingsOf } from "#components/run/queries/preference-words.ts";
import { fitLosses, misfitWords } from "#components/training/fit/fit-losses.ts";
import { useDataKind } from "#components/training/fit/use-data-kind.ts";
import { StartBar } from "#components/training/parts/start-bar.tsx";
import { StartField } from "#components/training/parts/start-field.tsx";
import { stopOfCheck } from "#components/training/parts/stop-of-check.ts";
import { RateProbe } from "#components/training/probe/rate-probe.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { KINDS_OF_LOSS } from "#lib/contract/datasets/kinds-of-loss.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import { RateFields } from "./course-fields.tsx";
import { JobDataField, NOTHING_CHOSEN } from "./job-data-field.tsx";
import { JobLabelFields } from "./job-label-fields.tsx";
import type { usePreferenceJob } from "./use-preference-job.ts";
import { NOTHING_TO_CHOOSE_BY, ValidationFields } from "./validation-fields.tsx";

type PreferenceFieldsProps = {
  job: ReturnType<typeof usePreferenceJob>;
  model: ModelWithSteps;
  data: Parameters<typeof JobDataField>[0]["data"];
  size: Parameters<typeof JobDataField>[0]["size"];
  /** What is measured by where nothing else is chosen, in words. */
  usualValidation: string;
  hasData: boolean;
};

const FIELDS = [
  "loss",
  "beta",
  "anchor",
  "gamma",
  "label_smoothing",
  "temperature",
  "n_epochs",
  "learning_rate",
  "batch_size",
  "training_data_url",
  "start_step",
  "lr_schedule",
  "warmup_ratio",
  "validation_data_url",
  "validation_every",
  "checkpoint_every",
  "keep",
];

const PREFERENCE_KINDS: readonly DatasetKind[] = [...new Set(Object.values(KINDS_OF_LOSS).flat())];

const PAIR_LINE = '{"prompt": […], "chosen": […], "rejected": […]}';
const LINES: { readonly [L in PreferenceLoss]?: string } = {
  kto: '{"prompt": […], "completion": […], "label": true}',
  rwr: '{"prompt": […], "completion": […], "reward": 1}',
};

/** What people preferred, and how to learn it, with what is wrong at the field that it concerns. */
export function PreferenceFields({
  job,
  model,
  data,
  size,
  usualValidation,
  hasData,
}: PreferenceFieldsProps) {
  const { draft, change, isChecked, start, check } = job;
  // What is wrong with a field is said by the one that found it last.
  const refusal = start.error ?? check.error;
  const missing = isChecked && !hasData ? NOTHING_CHOSEN : null;
  const kind = useDataKind(data);
  const misfit = misfitWords(kind, KINDS_OF_LOSS[draft.loss], data.file ? "file" : "dataset");
  const faults = preferenceFaults(draft);
  const errorOf = (field: keyof PreferenceFaults, wire: string) =>
    (isChecked ? faults[field] : undefined) ?? problemOf(refusal, wire);
  return (
    <>
      <StartField
        model={model}
        start={job.from}
        onChange={() => change({})}
        error={problemOf(refusal, "start_step")}
      />
      <JobDataField
        data={data}
        kinds={PREFERENCE_KINDS}
        size={size}
        baseModel={model.baseModel}
        line={LINES[draft.loss] ?? PAIR_LINE}
        error={missing ?? (misfit === null ? problemOf(refusal, "training_data_url") : null)}
      />
      <Field label="Loss" help={LOSS_WORDS[draft.loss].help} error={misfit ?? problemOf(refusal, "loss")}>
        {(control) => (
          <Select
            {...control}
            value={draft.loss}
            onValueChange={(value) => change(usualOf(lossNamed(value)))}
            options={fitLosses(kind, draft.loss).map((loss) => ({
              value: loss,
              label: LOSS_WORDS[loss].label,
              help: LOSS_WORDS[loss].help,
            }))}
          />
        )}
      </Field>
      <LearningSettings
        draft={draft}
        onChange={change}
        errorOf={errorOf}
        proposal={job.reason}
        probe={job.probe}
        usualRate={job.usualRate}
        scheduleError={problemOf(refusal, "lr_schedule")}
      />
      <ValidationFields
        draft={draft}
        onChange={change}
        usual={usualValidation}
        trainedFileId={data.file?.id ?? null}
        kinds={PREFERENCE_KINDS}
        errors={{
          data: problemOf(refusal, "validation_data_url"),
          every: errorOf("validationEvery", "validation_every"),
          checkpoints: errorOf("checkpointEvery", "checkpoint_every"),
          keep: problemOf(refusal, "keep") === null ? null : NOTHING_TO_CHOOSE_BY,
        }}
      />
      <JobLabelFields draft={draft} onChange={change} error={faults.labels ?? null} />
      <FieldError error={formProblem(start.error, FIELDS)} />
      <StartBar
        label="Start training"
        isPending={start.isPending || !job.isKnown}
        stop={start.isPending ? null : stopOfCheck(check)}
        text={start.isPending ? "Queuing the job…" : null}
      />
    </>
  );
}

type SettingsProps = {
  draft: PreferenceDraft;
  onChange: (part: Partial<PreferenceDraft>) => void;
  errorOf: (field: keyof PreferenceFaults, wire: string) => string | null;
  /** Why so many epochs are proposed; null where nobody would ask. */
  proposal: string | null;
  probe: Parameters<typeof RateProbe>[0]["input"];
  usualRate: number;
  scheduleError: string | null;
};

/** Closed at first, with what holds then said beside it; a fault opens it. */
function LearningSettings(props: SettingsProps) {
  const { draft, onChange, errorOf, proposal, probe, usualRate, scheduleError } = props;
  const [isOpen, setOpen] = useState(false);
  const fields = settingsOf(draft.loss);
  const warmupError = errorOf("warmup", "warmup_ratio");
  const hasError =
    fields.some(({ name, wire }) => errorOf(name, wire) !== null) ||
    warmupError !== null ||
    scheduleError !== null;
  return (
    <details
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-md border border-line [&[open]>summary]:border-b"
    >
      <summary className="fold flex flex-wrap items-baseline gap-x-3 rounded-md border-line px-3 py-2 text-sm hover:bg-hover">
        <span className="font-medium">How to learn</span>
        <span className="text-muted text-xs">{summaryOf(draft)}</span>
        {proposal === null ? null : (
          <span className="basis-full text-muted text-xs max-sm:mt-1">{proposal}</span>
        )}
      </summary>
      <div className="grid gap-4 p-3 sm:grid-cols-2">
        {fields.map(({ name, wire, label, help }) => (
          <Field key={name} label={label} help={help} error={errorOf(name, wire)}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={draft[name]}
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <div className="min-w-0 sm:col-span-2">
          <RateProbe
            input={probe}
            usualRate={usualRate}
            rate={draft.learningRate}
            onUse={(learningRate) => onChange({ learningRate })}
          />
        </div>
        <RateFields
          draft={draft}
          onChange={onChange}
          errors={{ warmup: warmupError, schedule: scheduleError }}
        />
      </div>
    </details>
  );
}

function summaryOf(draft: PreferenceDraft): string {
  const { loss, epochs, learningRate, anchor, batchSize, schedule, warmup } = draft;
  const times = epochs === "1" ? "once" : `${epochs || "–"} times`;
  const anchored = reads(loss, "anchor") ? `, anchor ${anchor || "–"}` : "";
  const course = schedule === "constant" ? "" : ` ${schedule}`;
  const rising = Number(warmup) === 0 ? "" : ` after ${warmup} % warm-up`;
  return `each row ${times}, rate ${learningRate || "–"}${course}${rising}, ${batchSize || "–"} rows per step${anchored}`;
}
