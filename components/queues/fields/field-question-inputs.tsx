"use client";

import { type FieldKind, KIND_LABELS } from "#components/queues/parts/annotation-field.ts";
import { HelpInput, LimitInputs, NameInput } from "#components/queues/parts/limit-inputs.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import type { QuestionDraft, QuestionProblems } from "./field-draft.ts";

type QuestionInputsProps = {
  draft: QuestionDraft;
  problems: QuestionProblems;
  set: (patch: Partial<QuestionDraft>) => void;
  kinds: readonly FieldKind[];
};

const SCHEMA = {
  help: "What an answer must look like. Leave empty to accept any JSON.",
  rows: 4,
  placeholder: '{ "type": "array", "items": { "type": "number" } }',
};

/** What is asked, in which form it is answered, and what an answer may be. */
export function QuestionInputs(props: QuestionInputsProps) {
  const { draft, set, kinds } = props;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <NameInput {...props} placeholder="Is the answer correct?" />
        <Field label="Kind of answer">
          {(control) => (
            <Select
              {...control}
              value={draft.kind}
              onValueChange={(chosen) => set({ kind: kinds.find((kind) => kind === chosen) ?? draft.kind })}
              options={kinds.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            />
          )}
        </Field>
      </div>
      <LimitInputs {...props} kind={draft.kind} options={<Options {...props} />} schema={SCHEMA} />
      <HelpInput {...props} />
    </>
  );
}

const OPTIONS_OF_KIND = {
  choices: {
    label: "Choices, one per line",
    help: "Add a hint after a vertical bar: correct | all facts are right",
    placeholder: "good | Right and complete\nacceptable\nbad",
  },
  spans: {
    label: "Labels, one per line",
    help: "Annotators select passages in a message and label each one. Add a hint after a vertical bar: made up | nothing says so",
    placeholder: "made up | Nothing in the conversation says so\nrude",
  },
} as const;

function Options({ draft, problems, set }: QuestionInputsProps) {
  const { label, help, placeholder } = OPTIONS_OF_KIND[draft.kind === "spans" ? "spans" : "choices"];
  return (
    <Field label={label} required error={problems.options} help={help}>
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          value={draft.options}
          placeholder={placeholder}
          onChange={(event) => set({ options: event.target.value })}
        />
      )}
    </Field>
  );
}
