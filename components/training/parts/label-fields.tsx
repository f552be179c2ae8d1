"use client";

import type { LabelDraft } from "#components/run/state/job-labels.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { MAX_NAME_CHARACTERS, MAX_NOTE_CHARACTERS } from "#lib/contract/training/job-labels.ts";

type LabelFieldsProps = {
  draft: LabelDraft;
  onChange: (part: Partial<LabelDraft>) => void;
  error: string | null;
};

/** What people call a job. */
export function LabelFields({ draft, onChange, error }: LabelFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" help="Shown in lists, charts and comparisons. Default: the model's name.">
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={MAX_NAME_CHARACTERS}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tags" help="Separated by commas.">
          {(control) => (
            <Input
              {...control}
              value={draft.tags}
              placeholder="baseline, short answers"
              onChange={(event) => onChange({ tags: event.target.value })}
            />
          )}
        </Field>
        <Field label="Group" help="Jobs in one group are summarised together.">
          {(control) => (
            <Input
              {...control}
              value={draft.group}
              maxLength={MAX_NAME_CHARACTERS}
              onChange={(event) => onChange({ group: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Note">
        {(control) => (
          <Textarea
            {...control}
            value={draft.note}
            maxLength={MAX_NOTE_CHARACTERS}
            placeholder="What you are trying, and why"
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </Field>
      <FieldError error={error} />
    </div>
  );
}
