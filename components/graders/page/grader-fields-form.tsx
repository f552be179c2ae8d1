"use client";

import { useQuery } from "@tanstack/react-query";
import { Braces, ListChecks } from "lucide-react";
import {
  asJson,
  draftOf,
  type GraderDraft,
  readDraft,
  withType,
} from "#components/graders/parts/grader-draft.ts";
import { GRADER_FACTS, type GraderField } from "#components/graders/parts/grader-fields.ts";
import { askableModels } from "#components/graders/parts/judge-models.ts";
import { promptMessages, worthsIn } from "#components/graders/parts/prompt-messages.ts";
import { servedModelsQuery } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, type FieldControl } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { GRADER_TYPES } from "#lib/contract/evaluation/grader.ts";
import { PromptControl } from "./prompt-control.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { WorthsControl } from "./worths-control.tsx";

type GraderFieldsProps = {
  draft: GraderDraft;
  /** What is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (draft: GraderDraft) => void;
};

/** What a grader is made of, field by field or as the JSON that the API takes. */
export function GraderFields({ draft, faults, onChange }: GraderFieldsProps) {
  return (
    <>
      {draft.json === undefined ? (
        <PlainFields draft={draft} faults={faults} onChange={onChange} />
      ) : (
        <Field label="Grader as JSON" help="As the API takes it." error={faults.json}>
          {(control) => (
            <Textarea
              {...control}
              rows={16}
              spellCheck={false}
              className="font-mono text-xs"
              value={draft.json}
              onChange={({ target }) => onChange({ ...draft, json: target.value })}
            />
          )}
        </Field>
      )}
      <JsonSwitch draft={draft} onChange={onChange} />
      {draft.type === "spindle.http" ? <SigningSecret /> : null}
    </>
  );
}

/** What cannot be read stays where it can be put right. */
function JsonSwitch({ draft, onChange }: Omit<GraderFieldsProps, "faults">) {
  const { grader } = readDraft(draft);
  const isJson = draft.json !== undefined;
  const next = isJson ? grader && draftOf(grader) : asJson(draft);
  return (
    <Button
      size="sm"
      variant="ghost"
      className="w-fit"
      icon={isJson ? <ListChecks /> : <Braces />}
      disabled={next === null}
      onClick={() => {
        if (next) onChange(next);
      }}
    >
      {isJson ? "Edit in fields" : "Edit as JSON"}
    </Button>
  );
}

function PlainFields({ draft, faults, onChange }: GraderFieldsProps) {
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
              texts={draft.texts}
              onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [field.key]: text } })}
            />
          )}
        </Field>
      ))}
    </>
  );
}

type ControlProps = {
  field: GraderField;
  control: FieldControl;
  texts: GraderDraft["texts"];
  onChange: (text: string) => void;
};

function Control(props: ControlProps) {
  const { field, control, texts, onChange } = props;
  const { key, kind, options = [] } = field;
  const text = texts[key] ?? "";
  if (kind === "choice")
    return <Select {...control} value={text} onValueChange={onChange} options={options} />;
  if (kind === "model") return <ModelControl control={control} name={text} onChange={onChange} />;
  const messages = kind === "prompt" ? promptMessages(text) : null;
  if (messages) return <PromptControl control={control} messages={messages} onChange={onChange} />;
  const worths = kind === "worths" ? worthsIn(text) : null;
  if (worths)
    return (
      <WorthsControl control={control} worths={worths} threshold={thresholdIn(texts)} onChange={onChange} />
    );
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

function thresholdIn({ pass_threshold: text = "" }: GraderDraft["texts"]): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}

type ModelControlProps = { control: FieldControl; name: string; onChange: (name: string) => void };

/** Every model that can be asked, and the one that is named already: a checkpoint is in no list. */
function ModelControl({ control, name, onChange }: ModelControlProps) {
  const served = askableModels(useQuery(servedModelsQuery).data ?? []);
  const names = served.includes(name) || name === "" ? served : [name, ...served];
  return (
    <Select
      {...control}
      value={name === "" ? null : name}
      onValueChange={onChange}
      options={names.map((one) => ({ value: one, label: one }))}
    />
  );
}
