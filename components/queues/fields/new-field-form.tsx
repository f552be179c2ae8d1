"use client";

import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { type AnnotationField, FIELD_KINDS } from "#components/queues/parts/annotation-field.ts";
import { useCreateField } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import {
  EMPTY_PART,
  type FieldFormDraft,
  type FieldProblems,
  type PartDraft,
  readFieldDraft,
} from "./field-draft.ts";
import { QuestionInputs } from "./field-question-inputs.tsx";

type NewFieldFormProps = {
  draft: FieldFormDraft;
  onDraft: (draft: FieldFormDraft) => void;
  /** Why the form around it could not be sent. */
  problem: string | null;
  /** Object names that exist; a field of the same name would replace one. */
  taken: readonly string[];
  onMade: (field: AnnotationField) => void;
  onCancel: () => void;
};

/** Makes one annotation field. What is typed stays when something about it is wrong. */
export function NewFieldForm({ draft, onDraft, problem, taken, onMade, onCancel }: NewFieldFormProps) {
  const { projectId } = useProject();
  const create = useCreateField(projectId);
  const problemId = useId();
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Who opens it has come to write the question.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const { field, problems } = readFieldDraft(draft, taken);
  const shown = tried ? problems : {};
  const set = (patch: Partial<FieldFormDraft>) => onDraft({ ...draft, ...patch });
  const submit = () => {
    setTried(true);
    if (field) create.mutate(field, { onSuccess: onMade });
  };
  return (
    <form
      ref={form}
      aria-label="New question"
      className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <QuestionInputs draft={draft} problems={shown} set={set} kinds={FIELD_KINDS} />
      {draft.kind === "group" ? (
        <Parts parts={draft.parts} problems={shown} onChange={(parts) => set({ parts })} />
      ) : null}
      <FieldError error={create.error ? explainError(create.error) : null} />
      <FieldError id={problemId} error={problem} />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Discard
        </Button>
        <Button
          size="sm"
          type="submit"
          variant="primary"
          pending={create.isPending}
          aria-describedby={problem ? problemId : undefined}
          data-unfinished={problem ? true : undefined}
          // The bar at the foot of the form around it stays in front.
          className="scroll-mb-24"
        >
          Create question
        </Button>
      </div>
    </form>
  );
}

/** Parts are not asked part by part again, JSON has a field of its own, and passages are those of an item as a whole. */
const PART_KINDS = FIELD_KINDS.filter((kind) => !["group", "json", "spans"].includes(kind));

type PartsProps = {
  parts: readonly PartDraft[];
  problems: FieldProblems;
  onChange: (parts: readonly PartDraft[]) => void;
};

function Parts({ parts, problems, onChange }: PartsProps) {
  return (
    <section aria-label="Parts" className="flex flex-col gap-3">
      {parts.map((part, i) => {
        const set = (patch: Partial<PartDraft>) => onChange(parts.with(i, { ...part, ...patch }));
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name of its own until it is written.
            key={i}
            className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-3"
          >
            <legend className="sr-only">Part {i + 1}</legend>
            <QuestionInputs
              draft={part}
              problems={problems.inParts?.[i] ?? {}}
              set={set}
              kinds={PART_KINDS}
            />
            <div className="flex items-center gap-2">
              <Checkbox
                className="flex-1"
                checked={part.isRequired}
                onCheckedChange={(isRequired) => set({ isRequired })}
                label="Required"
              />
              <IconButton
                size="sm"
                label={`Remove part ${i + 1}`}
                icon={<X />}
                onClick={() => onChange(parts.toSpliced(i, 1))}
              />
            </div>
          </fieldset>
        );
      })}
      <FieldError error={problems.parts} />
      <Button size="sm" icon={<Plus />} className="w-fit" onClick={() => onChange([...parts, EMPTY_PART])}>
        Add a part
      </Button>
    </section>
  );
}
