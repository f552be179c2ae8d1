"use client";

import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Field, FieldError } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { FieldInput } from "./annotation-field.ts";
import type { ChangeDraft, ChangeProblems, OptionRow } from "./field-change.ts";

type ChangeInputsProps = {
  input: FieldInput;
  draft: ChangeDraft;
  problems: ChangeProblems;
  set: (patch: Partial<ChangeDraft>) => void;
};

/** What can be changed about a question; its kind of answer cannot. */
export function ChangeInputs(props: ChangeInputsProps) {
  const { draft, problems, set } = props;
  return (
    <>
      <Field label="Question" required error={problems.name}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={200}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
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
      <Limits {...props} />
    </>
  );
}

function Limits(props: ChangeInputsProps) {
  const { input, draft, problems, set } = props;
  switch (input.kind) {
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
    case "json":
      return (
        <Field label="JSON Schema" error={problems.schema} help="What an answer must be; its type must stay.">
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              spellCheck={false}
              className="font-mono text-xs"
              value={draft.schema}
              onChange={(event) => set({ schema: event.target.value })}
            />
          )}
        </Field>
      );
    case "boolean":
      return null;
    case "group":
      return <p className="text-muted text-sm">The parts of this question stay as they are.</p>;
  }
}

function Bounds({ draft, problems, set, labels }: ChangeInputsProps & { labels: [string, string] }) {
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

function Options({ draft: { options }, problems, set }: ChangeInputsProps) {
  const change = (at: number, patch: Partial<OptionRow>) =>
    set({ options: options.map((row, i) => (i === at ? { ...row, ...patch } : row)) });
  const add = () => {
    const row = { key: crypto.randomUUID(), value: null, label: "", help: "" };
    set({ options: [...options, row] });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Options</legend>
      {options.map((row, i) => (
        <OptionInputs
          key={row.key}
          row={row}
          number={i + 1}
          isLast={i === options.length - 1}
          onChange={(patch) => change(i, patch)}
          onMove={(by) => set({ options: moved(options, i, by) })}
          onRemove={() => set({ options: options.toSpliced(i, 1) })}
        />
      ))}
      <FieldError error={problems.options} />
      <Button size="sm" icon={<Plus />} className="w-fit" onClick={add}>
        Add an option
      </Button>
    </fieldset>
  );
}

type OptionInputsProps = {
  row: OptionRow;
  number: number;
  isLast: boolean;
  onChange: (patch: Partial<OptionRow>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function OptionInputs({ row, number, isLast, onChange, onMove, onRemove }: OptionInputsProps) {
  const isRenamed = row.value !== null && row.label.trim() !== row.value;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-center gap-1.5">
        <Input
          aria-label={`Option ${number}`}
          value={row.label}
          maxLength={200}
          // A new option is written at once.
          autoFocus={row.value === null && row.label === ""}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        <Input
          aria-label={`When to choose option ${number}`}
          placeholder="When to choose it"
          value={row.help}
          maxLength={500}
          onChange={(event) => onChange({ help: event.target.value })}
        />
        <span className="flex shrink-0">
          <IconButton
            size="sm"
            label={`Move option ${number} up`}
            icon={<ArrowUp />}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={`Move option ${number} down`}
            icon={<ArrowDown />}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton size="sm" label={`Take option ${number} out`} icon={<X />} onClick={onRemove} />
        </span>
      </div>
      {isRenamed ? (
        <p className="break-words text-faint text-xs">Answers to it stay; they are kept as “{row.value}”.</p>
      ) : null}
    </div>
  );
}

function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(from + by, 0, taken);
  return next;
}
