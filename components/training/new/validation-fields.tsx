"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import type { CourseDraft } from "#components/run/queries/course-draft.ts";
import { fileChoicesQuery } from "#components/run/queries/training-queries.ts";
import { isOfKind } from "#components/training/fit/is-of-kind.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { MAX_INTERIM_CHECKPOINTS } from "#lib/contract/training/training-config.ts";

type ValidationFieldsProps = {
  draft: CourseDraft;
  onChange: (part: Partial<CourseDraft>) => void;
  /** What is measured by where no file is chosen, in words. */
  usual: string;
  /** The file that is trained on, which cannot be measured by. */
  trainedFileId: string | null;
  /** Of what rows such a job takes. */
  kinds: readonly DatasetKind[];
  errors: { data: string | null; every: string | null; keep: string | null; checkpoints: string | null };
};

const USUAL = "usual";

export const NOTHING_TO_CHOOSE_BY =
  "No rows are held out that could show which step is best. Choose validation data above, or keep the last step.";

/** On which rows the job is measured, which step it keeps, and what it leaves on the way. Closed at first, with what holds then said beside it. */
export function ValidationFields({
  draft,
  onChange,
  usual,
  trainedFileId,
  kinds,
  errors,
}: ValidationFieldsProps) {
  const { projectId } = useProject();
  const [isOpen, setOpen] = useState(false);
  const { data: files = [] } = useQuery(fileChoicesQuery(projectId));
  const choices = files.filter((file) => file.id !== trainedFileId && isOfKind(file, kinds));
  const chosen = choices.find(({ trainingDataUrl }) => trainingDataUrl === draft.validationDataUrl);
  return (
    <details
      open={isOpen || Object.values(errors).some(Boolean)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-md border border-line [&[open]>summary]:border-b"
    >
      <summary className="fold flex flex-wrap items-baseline gap-x-3 rounded-md border-line px-3 py-2 text-sm hover:bg-hover">
        <span className="font-medium">Validation and checkpoints</span>
        <span className="min-w-0 truncate text-muted text-xs">
          {chosen?.filename ?? usual}, {draft.keep === "best" ? "keep the best step" : "keep the last step"}
          {draft.checkpointEvery.trim() === ""
            ? ""
            : `, a checkpoint every ${draft.checkpointEvery === "1" ? "step" : `${draft.checkpointEvery} steps`}`}
        </span>
      </summary>
      <div className="flex flex-col gap-4 p-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Validation data"
            error={errors.data}
            help="Rows that are not trained on. Their loss shows whether the model learns or only memorizes."
          >
            {(control) => (
              <Select
                {...control}
                value={draft.validationDataUrl ?? USUAL}
                onValueChange={(value) => onChange({ validationDataUrl: value === USUAL ? null : value })}
                options={[
                  { value: USUAL, label: capitalized(usual) },
                  ...choices.map(({ trainingDataUrl, filename, rows }) => ({
                    value: trainingDataUrl,
                    label: filename,
                    help: countOf(rows, "row"),
                  })),
                ]}
              />
            )}
          </Field>
          <Field
            label="Steps between measurements"
            error={errors.every}
            help="Leave empty for a tenth of the job. 0 turns measuring off."
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={draft.validationEvery}
                onChange={(event) => onChange({ validationEvery: event.target.value })}
              />
            )}
          </Field>
        </div>
        <RadioGroup
          label="Step to keep"
          value={draft.keep}
          onValueChange={(value) => onChange({ keep: value === "best" ? "best" : "last" })}
          error={errors.keep}
          options={[
            { value: "last", label: "The last step" },
            { value: "best", label: "The step with the lowest validation loss" },
          ]}
        />
        <Field
          label="Steps between checkpoints"
          error={errors.checkpoints}
          help={`You can chat with each one while the job runs, and they stay if you cancel it. Leave empty for none; at most ${MAX_INTERIM_CHECKPOINTS} per job.`}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={draft.checkpointEvery}
              onChange={(event) => onChange({ checkpointEvery: event.target.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
