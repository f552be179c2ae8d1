"use client";

import { useState } from "react";
import type { JobDraft } from "#components/run/queries/job-draft.ts";
import { usualText } from "#components/run/queries/rate-words.ts";
import type { ProbeInput } from "#components/training/probe/probe-events.ts";
import { RateProbe } from "#components/training/probe/rate-probe.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { USUAL_BATCH_SIZE } from "#lib/contract/training/usual-epochs.ts";
import { type RatedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { CourseFields } from "./course-fields.tsx";

type LearningFieldsProps = {
  draft: JobDraft;
  rated: RatedModel;
  /** How many epochs the data call for, and why; null where one is enough, or nobody knows. */
  proposal: string | null;
  /** What to try rates on; null while that is not known. */
  probe: ProbeInput | null;
  onChange: (part: Partial<JobDraft>) => void;
  errors: {
    rate: string | null;
    batch: string | null;
    epochs: string | null;
    warmup: string | null;
    schedule: string | null;
  };
};

/** How to learn. Closed at first, with what holds then said beside it; a fault opens it. */
export function LearningFields({ draft, rated, proposal, probe, onChange, errors }: LearningFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const hasError = Object.values(errors).some(Boolean);
  const replies = draft.assistantTurns === "all" ? "every reply" : "last replies";
  return (
    <details
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-md border border-line [&[open]>summary]:border-b"
    >
      <summary className="fold flex flex-wrap items-baseline gap-x-3 rounded-md border-line px-3 py-2 text-sm hover:bg-hover">
        <span className="font-medium">How to learn</span>
        <span className="text-muted text-xs">
          rate {draft.learningRate || "–"}, {draft.batchSize || "–"} rows per step,{" "}
          {draft.epochs === "1" ? "one epoch" : `${draft.epochs || "–"} epochs`}, {replies}
        </span>
        {proposal === null ? null : (
          <span className="basis-full text-muted text-xs max-sm:mt-1">{proposal}</span>
        )}
      </summary>
      <div className="flex flex-col gap-4 p-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Learning rate"
            error={errors.rate}
            help={`The size of each step. ${usualText("sft", rated)} Use less if the loss jumps. Several values, separated by commas, start one job each.`}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={draft.learningRate}
                onChange={(event) => onChange({ learningRate: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Batch size"
            error={errors.batch}
            help={`Rows per step. ${USUAL_BATCH_SIZE} is a good start. More rows mean fewer, smoother steps. Several values start one job each.`}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={draft.batchSize}
                onChange={(event) => onChange({ batchSize: event.target.value })}
              />
            )}
          </Field>
        </div>
        <RateProbe
          input={probe}
          usualRate={usualLearningRate("sft", rated)}
          rate={draft.learningRate}
          onUse={(learningRate) => onChange({ learningRate })}
        />
        <CourseFields draft={draft} onChange={onChange} errors={errors} />
        <RadioGroup
          label="Replies to learn"
          value={draft.assistantTurns}
          onValueChange={(value) => onChange({ assistantTurns: value === "last" ? "last" : "all" })}
          options={[
            { value: "all", label: "Every assistant reply" },
            { value: "last", label: "Only the last one in each row" },
          ]}
        />
      </div>
    </details>
  );
}
