"use client";

import { useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { type AnnotationField, FIELD_KINDS, type FieldKind, KIND_LABELS } from "./annotation-field.ts";
import { EMPTY_DRAFT, type FieldFormDraft, readFieldDraft } from "./field-draft.ts";
import { useCreateField } from "./queue-queries.ts";

type NewFieldFormProps = {
  /** Object names that exist; a field of the same name would replace one. */
  taken: readonly string[];
  onMade: (field: AnnotationField) => void;
  onCancel: () => void;
};

/** Makes one annotation field. What is typed stays when something about it is wrong. */
export function NewFieldForm({ taken, onMade, onCancel }: NewFieldFormProps) {
  const { projectId } = useProject();
  const create = useCreateField(projectId);
  const [draft, setDraft] = useState<FieldFormDraft>(EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  const { field, problems } = readFieldDraft(draft, taken);
  const shown = tried ? problems : {};
  const set = (patch: Partial<FieldFormDraft>) => setDraft({ ...draft, ...patch });
  const submit = () => {
    setTried(true);
    if (field) create.mutate(field, { onSuccess: onMade });
  };
  return (
    <form
      aria-label="New field"
      className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Question" required error={shown.name}>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={200}
              placeholder="Is the answer correct?"
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Kind of answer">
          {(control) => (
            <Select
              {...control}
              value={draft.kind}
              onValueChange={(kind) => set({ kind: kind as FieldKind })}
              options={FIELD_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            />
          )}
        </Field>
      </div>
      <Bounds draft={draft} problems={shown} set={set} />
      <Field label="Help text">
        {(control) => (
          <Input
            {...control}
            value={draft.description}
            maxLength={500}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <FieldError error={create.error ? explainError(create.error) : null} />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={create.isPending}>
          Make field
        </Button>
      </div>
    </form>
  );
}

type BoundsProps = {
  draft: FieldFormDraft;
  problems: ReturnType<typeof readFieldDraft>["problems"];
  set: (patch: Partial<FieldFormDraft>) => void;
};

/** What an answer of the chosen kind may be. */
function Bounds({ draft, problems, set }: BoundsProps) {
  if (draft.kind === "choice")
    return (
      <Field label="Choices, one a line" required error={problems.options}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={draft.options}
            placeholder={"good\nacceptable\nbad"}
            onChange={(event) => set({ options: event.target.value })}
          />
        )}
      </Field>
    );
  if (draft.kind === "text")
    return (
      <Field label="At most so many characters" error={problems.maxLength} help="Empty means no limit.">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={draft.maxLength}
            onChange={(event) => set({ maxLength: event.target.value })}
          />
        )}
      </Field>
    );
  if (draft.kind === "boolean") return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Smallest" error={problems.min}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={draft.min}
            onChange={(event) => set({ min: event.target.value })}
          />
        )}
      </Field>
      <Field label="Largest" error={problems.max}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={draft.max}
            onChange={(event) => set({ max: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
