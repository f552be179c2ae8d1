"use client";

import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { HelpInput, LimitInputs, NameInput } from "#components/queues/parts/limit-inputs.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import type { ChangeDraft, ChangeProblems, OptionRow } from "./field-change.ts";

type ChangeInputsProps = {
  input: FieldInput;
  draft: ChangeDraft;
  problems: ChangeProblems;
  set: (patch: Partial<ChangeDraft>) => void;
};

const SCHEMA = { help: "What an answer must look like. Its type cannot change.", rows: 6 };

/** What can be changed about a question; its kind of answer cannot. */
export function ChangeInputs(props: ChangeInputsProps) {
  const { kind } = props.input;
  return (
    <>
      <NameInput {...props} />
      <HelpInput {...props} />
      <LimitInputs {...props} kind={kind} options={<Options {...props} />} schema={SCHEMA} />
      {kind === "group" ? (
        <p className="text-muted text-sm">The parts of this question cannot be changed.</p>
      ) : null}
    </>
  );
}

/** What the things that are picked are called. */
function wordOf({ kind }: FieldInput): "Option" | "Label" {
  return kind === "spans" ? "Label" : "Option";
}

function Options({ input, draft: { options }, problems, set }: ChangeInputsProps) {
  const word = wordOf(input);
  const change = (at: number, patch: Partial<OptionRow>) =>
    set({ options: options.map((row, i) => (i === at ? { ...row, ...patch } : row)) });
  const add = () => {
    const row = { key: crypto.randomUUID(), value: null, label: "", help: "" };
    set({ options: [...options, row] });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{word}s</legend>
      {options.map((row, i) => (
        <OptionInputs
          key={row.key}
          row={row}
          word={word}
          number={i + 1}
          isLast={i === options.length - 1}
          onChange={(patch) => change(i, patch)}
          onMove={(by) => set({ options: moved(options, i, by) })}
          onRemove={() => set({ options: options.toSpliced(i, 1) })}
        />
      ))}
      <FieldError error={problems.options} />
      <Button size="sm" icon={<Plus />} className="w-fit" onClick={add}>
        {word === "Label" ? "Add a label" : "Add an option"}
      </Button>
    </fieldset>
  );
}

type OptionInputsProps = {
  row: OptionRow;
  word: ReturnType<typeof wordOf>;
  number: number;
  isLast: boolean;
  onChange: (patch: Partial<OptionRow>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function OptionInputs({ row, word, number, isLast, onChange, onMove, onRemove }: OptionInputsProps) {
  const named = `${word.toLowerCase()} ${number}`;
  const whenText = word === "Label" ? "When to use" : "When to choose";
  const isRenamed = row.value !== null && row.label.trim() !== row.value;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-center gap-1.5">
        <Input
          aria-label={`${word} ${number}`}
          value={row.label}
          maxLength={200}
          // A new option is written at once.
          autoFocus={row.value === null && row.label === ""}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        <Input
          aria-label={`${whenText} ${named}`}
          placeholder={`${whenText} it`}
          value={row.help}
          maxLength={500}
          onChange={(event) => onChange({ help: event.target.value })}
        />
        <span className="flex shrink-0">
          <IconButton
            size="sm"
            label={`Move ${named} up`}
            icon={<ArrowUp />}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={`Move ${named} down`}
            icon={<ArrowDown />}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton size="sm" label={`Remove ${named}`} icon={<X />} onClick={onRemove} />
        </span>
      </div>
      {isRenamed ? (
        <p className="break-words text-faint text-xs">Answers with it are kept as “{row.value}”.</p>
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
