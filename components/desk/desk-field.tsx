"use client";

import clsx from "clsx";
import { useState } from "react";
import type { AnnotationField, FieldInput } from "#components/queues/annotation-field.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { rangeText, readAnswer } from "./answers.ts";

type DeskFieldProps = {
  field: AnnotationField;
  text: string;
  /** Whether keys act on it. */
  isActive: boolean;
  problem: string | null;
  onChange: (text: string) => void;
};

/** One question with the control that fits its answers. */
export function DeskField({ field, text, isActive, problem, onChange }: DeskFieldProps) {
  const [wasLeft, setLeft] = useState(false);
  const reading = readAnswer(field.input, text);
  const ownProblem = wasLeft && reading.state === "wrong" ? reading.problem : null;
  const options = optionsOf(field.input);
  const Control = options ? Choice : Typed;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave the controls inside.
    <div
      data-field={field.ref}
      onBlur={() => setLeft(true)}
      className={clsx(
        "relative border-line border-b px-4 py-3",
        isActive &&
          "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent pointer-coarse:before:hidden",
      )}
    >
      <Control
        field={field}
        text={text}
        isActive={isActive}
        problem={problem ?? ownProblem}
        onChange={onChange}
      />
      {options && text !== "" ? (
        <button
          type="button"
          onClick={() => onChange("")}
          className="absolute top-3 right-4 rounded-sm text-faint text-xs hover:text-ink pointer-coarse:p-1"
        >
          Clear
        </button>
      ) : null}
    </div>
  );
}

type Option = { value: string; label: string };

function optionsOf(input: FieldInput): Option[] | null {
  if (input.kind === "boolean")
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  return input.kind === "choice" ? input.options.map((option) => ({ value: option, label: option })) : null;
}

const KEYS = 9;
/** Above this many letters options stand one below the other. */
const LONG_OPTION = 24;

function Choice({ field, text, isActive, problem, onChange }: DeskFieldProps) {
  const options = optionsOf(field.input) ?? [];
  const isLong = options.some(({ label }) => label.length > LONG_OPTION);
  return (
    <div className={clsx(isLong && "[&_label]:w-full", text !== "" && "[&_legend]:pr-12")}>
      <RadioGroup
        label={field.name}
        variant="buttons"
        help={field.description || undefined}
        error={problem}
        value={text || null}
        onValueChange={onChange}
        options={options.map(({ value, label }, i) => ({
          value,
          label: <OptionLabel label={label} digit={i < KEYS ? i + 1 : null} isActive={isActive} />,
        }))}
      />
    </div>
  );
}

/** The digit shows where a key would pick the option; it is no part of the option's name. */
function OptionLabel({ label, digit, isActive }: { label: string; digit: number | null; isActive: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {digit === null ? null : (
        <span
          aria-hidden="true"
          className={clsx("inline-flex pointer-coarse:hidden", !isActive && "opacity-40")}
        >
          <Kbd keys={String(digit)} />
        </span>
      )}
      <span className="min-w-0 break-words">{label}</span>
    </span>
  );
}

function Typed({ field, text, problem, onChange }: DeskFieldProps) {
  const { input } = field;
  return (
    <Field label={field.name} help={helpOf(field)} error={problem}>
      {(control) =>
        input.kind === "integer" || input.kind === "number" ? (
          <Input
            {...control}
            inputMode={input.kind === "integer" ? "numeric" : "decimal"}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className="max-w-32"
          />
        ) : (
          <Textarea
            {...control}
            rows={3}
            value={text}
            spellCheck={input.kind === "text"}
            onChange={(event) => onChange(event.target.value)}
            {...(input.kind === "json" ? { className: "font-mono text-xs" } : {})}
          />
        )
      }
    </Field>
  );
}

function helpOf({ input, description }: AnnotationField): string | undefined {
  const bounds =
    input.kind === "integer" || input.kind === "number"
      ? rangeText(input.min, input.max)
      : input.kind === "text" && input.maxLength !== null
        ? `At most ${input.maxLength} characters.`
        : input.kind === "json"
          ? "Answered as JSON."
          : "";
  return [description, bounds].filter(Boolean).join(" ") || undefined;
}
