import type { ReactNode } from "react";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import type { FieldKind } from "./annotation-field.ts";

type Wording = { name: string; description: string };
type Limits = { min: string; max: string; maxLength: string; schema: string };

type InputsProps<Draft> = {
  draft: Draft;
  problems: Partial<Record<keyof Draft, string>>;
  set: (patch: Partial<Draft>) => void;
};

/** What is asked. */
export function NameInput({
  draft,
  problems,
  set,
  placeholder,
}: InputsProps<Wording> & { placeholder?: string }) {
  return (
    <Field label="Question" required error={problems.name}>
      {(control) => (
        <Input
          {...control}
          value={draft.name}
          maxLength={200}
          placeholder={placeholder}
          onChange={(event) => set({ name: event.target.value })}
        />
      )}
    </Field>
  );
}

export function HelpInput({ draft, set }: InputsProps<Wording>) {
  return (
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
  );
}

type LimitInputsProps = InputsProps<Limits> & {
  kind: FieldKind;
  /** How options or labels are entered. */
  options: ReactNode;
  schema: { help: string; rows: number; placeholder?: string };
};

/** What an answer of a kind may be. */
export function LimitInputs({ kind, options, schema, ...inputs }: LimitInputsProps): ReactNode {
  switch (kind) {
    case "choice":
      return options;
    case "choices":
    case "spans":
      return (
        <>
          {options}
          <Bounds {...inputs} labels={kind === "spans" ? MARK_BOUNDS : CHOICE_BOUNDS} />
        </>
      );
    case "integer":
    case "number":
      return <Bounds {...inputs} labels={["Smallest", "Largest"]} />;
    case "text":
      return <LengthInput {...inputs} />;
    case "json":
      return <SchemaInput {...inputs} {...schema} />;
    case "boolean":
    case "group":
      return null;
  }
}

const CHOICE_BOUNDS = ["Choose at least", "Choose at most"] as const;
const MARK_BOUNDS = ["Mark at least", "Mark at most"] as const;

function Bounds({
  draft,
  problems,
  set,
  labels,
}: InputsProps<Limits> & { labels: readonly [string, string] }) {
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

function LengthInput({ draft, problems, set }: InputsProps<Limits>) {
  return (
    <Field label="Maximum length, in characters" error={problems.maxLength} help="Leave empty for no limit.">
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

function SchemaInput({
  draft,
  problems,
  set,
  help,
  rows,
  placeholder,
}: InputsProps<Limits> & LimitInputsProps["schema"]) {
  return (
    <Field label="JSON Schema" error={problems.schema} help={help}>
      {(control) => (
        <Textarea
          {...control}
          rows={rows}
          spellCheck={false}
          className="font-mono text-xs"
          value={draft.schema}
          placeholder={placeholder}
          onChange={(event) => set({ schema: event.target.value })}
        />
      )}
    </Field>
  );
}
