"use client";

import { type GraderDraft, withType } from "#components/graders/parts/grader-draft.ts";
import { GRADER_FACTS, type GraderField } from "#components/graders/parts/grader-fields.ts";
import { Field, type FieldControl } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { GRADER_TYPES } from "#lib/contract/evaluation/grader.ts";
import { SigningSecret } from "./signing-secret.tsx";

type GraderFieldsProps = {
  draft: GraderDraft;
  /** What is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (draft: GraderDraft) => void;
};

/** What a grader is made of. */
export function GraderFields({ draft, faults, onChange }: GraderFieldsProps) {
  const { help, fields } = GRADER_FACTS[draft.type];
  return (
    <>
      <Field label="Kind" help={help}>
        {(control) => (
          <Select
            {...control}
            value={draft.type}
            onValueChange={(value) => {
              const type = GRADER_TYPES.find((one) => one === value);
              if (type) onChange(withType(draft, type));
            }}
            options={GRADER_TYPES.map((value) => ({ value, label: GRADER_FACTS[value].label }))}
          />
        )}
      </Field>
      {fields.map((field) => (
        <Field
          key={`${draft.type} ${field.key}`}
          label={field.label}
          help={field.help}
          error={faults[field.key]}
        >
          {(control) => (
            <Control
              field={field}
              control={control}
              text={draft.texts[field.key] ?? ""}
              onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [field.key]: text } })}
            />
          )}
        </Field>
      ))}
      {draft.type === "spindle.http" ? <SigningSecret /> : null}
    </>
  );
}

type ControlProps = {
  field: GraderField;
  control: FieldControl;
  text: string;
  onChange: (text: string) => void;
};

function Control({ field: { kind, options = [] }, control, text, onChange }: ControlProps) {
  if (kind === "choice")
    return <Select {...control} value={text} onValueChange={onChange} options={options} />;
  if (kind === "text" || kind === "number")
    return (
      <Input
        {...control}
        value={text}
        {...(kind === "number" ? { inputMode: "decimal", className: "w-32!" } : {})}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <Textarea
      {...control}
      rows={kind === "template" ? 2 : 4}
      spellCheck={false}
      className="font-mono text-xs"
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
