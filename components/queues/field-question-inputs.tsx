"use client";

import type { ReactNode } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { type FieldKind, KIND_LABELS } from "./annotation-field.ts";
import type { QuestionDraft, QuestionProblems } from "./field-draft.ts";

type QuestionInputsProps = {
  draft: QuestionDraft;
  problems: QuestionProblems;
  set: (patch: Partial<QuestionDraft>) => void;
  kinds: readonly FieldKind[];
};

/** What is asked, in which form it is answered, and what an answer may be. */
export function QuestionInputs(props: QuestionInputsProps) {
  const { draft, problems, set, kinds } = props;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Question" required error={problems.name}>
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
              onValueChange={(chosen) => set({ kind: kinds.find((kind) => kind === chosen) ?? draft.kind })}
              options={kinds.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            />
          )}
        </Field>
      </div>
      <Limits {...props} />
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
    </>
  );
}

/** What an answer of the chosen kind may be. */
function Limits(props: QuestionInputsProps): ReactNode {
  switch (props.draft.kind) {
    case "choice":
      return <Options {...props} />;
    case "choices":
      return (
        <>
          <Options {...props} />
          <Bounds {...props} labels={["Choose at least", "Choose at most"]} />
        </>
      );
    case "integer":
    case "number":
      return <Bounds {...props} labels={["Smallest", "Largest"]} />;
    case "text":
      return <Limit {...props} />;
    case "json":
      return <Schema {...props} />;
    case "boolean":
    case "group":
      return null;
  }
}

function Options({ draft, problems, set }: QuestionInputsProps) {
  return (
    <Field
      label="Choices, one a line"
      required
      error={problems.options}
      help="After a bar you can say when to choose it."
    >
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          value={draft.options}
          placeholder={"good | Right and complete\nacceptable\nbad"}
          onChange={(event) => set({ options: event.target.value })}
        />
      )}
    </Field>
  );
}

function Bounds({ draft, problems, set, labels }: QuestionInputsProps & { labels: [string, string] }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {(["min", "max"] as const).map((bound, i) => (
        <Field key={bound} label={labels[i]} error={problems[bound]}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={draft[bound]}
              onChange={(event) => set({ [bound]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function Limit({ draft, problems, set }: QuestionInputsProps) {
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
}

function Schema({ draft, problems, set }: QuestionInputsProps) {
  return (
    <Field label="JSON Schema" error={problems.schema} help="What an answer must be. Empty takes any JSON.">
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          spellCheck={false}
          className="font-mono text-xs"
          value={draft.schema}
          placeholder={'{ "type": "array", "items": { "type": "number" } }'}
          onChange={(event) => set({ schema: event.target.value })}
        />
      )}
    </Field>
  );
}
