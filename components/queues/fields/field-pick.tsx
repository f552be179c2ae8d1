"use client";

import { Search, Sparkles } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup, type RadioOption } from "#components/ui/field/radio-group.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { countText, flipChoice, NONE_PICKED, pickedIn } from "./field-answer.ts";
import { optionsOf, type PickOption } from "./field-options.ts";
import type { LeafProps } from "./field-question.tsx";

/** Above this many options they are a list that can be searched. */
const MAX_BUTTONS = 10;

/** A question whose answers are picked: one option, or several. */
export function FieldOptions(props: LeafProps) {
  const { question, text, isActive, problem, onChange } = props;
  const { input, label, isRequired } = question;
  const [search, setSearch] = useState("");
  const all = optionsOf(input) ?? [];
  const isLong = all.length > MAX_BUTTONS;
  const found = isLong ? matching(all, search) : all;
  const pick = (value: string) => onChange(input.kind === "choices" ? flipChoice(input, text, value) : value);
  const above = isLong ? (
    <OptionSearch
      {...{ label, search, isEmpty: found.length === 0, onSearch: setSearch }}
      count={all.length}
      picked={pickedLabels(props, all)}
      onEnter={() => found[0] && search.trim() !== "" && pick(found[0].value)}
    />
  ) : undefined;
  const shared = {
    label,
    help: helpOf(question.help, input),
    error: problem,
    required: isRequired,
    options: found.map((option) => ({
      ...asButton(option, isActive),
      ...(props.offered?.text === option.value ? { mark: <Offered percent={props.offered.percent} /> } : {}),
    })),
    ...(above ? { above } : {}),
  };
  const offered = props.offered ? <OfferedWords percent={props.offered.percent} /> : null;
  if (input.kind === "choices")
    return (
      <>
        <CheckboxGroup {...shared} values={pickedIn(text)} onFlip={pick}>
          <NonePicked input={input} text={text} onChange={onChange} />
        </CheckboxGroup>
        {offered}
      </>
    );
  return (
    <>
      <RadioGroup {...shared} variant="buttons" value={text || null} onValueChange={pick} />
      {offered}
    </>
  );
}

/** What the mark means, where nothing can be pointed at for it. */
function OfferedWords({ percent }: { percent: number }) {
  return (
    <p className="mt-2 hidden gap-1.5 text-muted text-xs pointer-coarse:flex">
      <Sparkles aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
      <span>{suggestionHelp(percent)}</span>
    </p>
  );
}

function asButton({ value, label, help, digit }: PickOption, isActive: boolean): RadioOption {
  return {
    value,
    label,
    ...(help ? { help } : {}),
    // A number whose key is itself needs no second one beside it.
    ...(digit === null || keyOf(digit) === label ? {} : { keyHint: keyOf(digit), isKeyFaint: !isActive }),
  };
}

/** A model of the answers would say this; it counts for nothing until somebody picks it. */
function Offered({ percent }: { percent: number }) {
  return (
    <span title={suggestionHelp(percent)} className="inline-flex items-baseline gap-1 tabular-nums">
      <Sparkles aria-hidden="true" className="size-3 self-center" />
      <span className="sr-only">Suggested, certain to </span>
      {percent} %
    </span>
  );
}

/** The set of answers that cannot be ruled out is what is right 9 times in 10; how sure the model is of one item is less. */
function suggestionHelp(percent: number): string {
  return `The only answer that the model cannot rule out: such answers are right 9 times in 10. Of this one it is certain to ${percent} %.`;
}

/** The keys from 11 on are those of the first ten with Shift. */
function keyOf(digit: number): string {
  return digit > 10 ? `shift+${digit % 10}` : String(digit % 10);
}

function matching(options: readonly PickOption[], search: string): PickOption[] {
  const wanted = search.trim().toLowerCase();
  return options.filter(({ label, help }) => `${label}\n${help}`.toLowerCase().includes(wanted));
}

function pickedLabels({ question, text }: LeafProps, all: readonly PickOption[]): string[] {
  const values = question.input.kind === "choices" ? pickedIn(text) : [text];
  return all.filter(({ value }) => values.includes(value)).map(({ label }) => label);
}

function helpOf(help: string, input: FieldInput): string | undefined {
  const rule = input.kind === "choices" ? countText(input.min, input.max) : "";
  return [help, rule].filter(Boolean).join(" ") || undefined;
}

type NonePickedProps = {
  input: Extract<FieldInput, { kind: "choices" }>;
  text: string;
  onChange: (text: string) => void;
};

/** That no option applies is an answer as well, where the field allows it. */
function NonePicked({ input, text, onChange }: NonePickedProps) {
  if ((input.min ?? 0) > 0) return null;
  const isNone = text === NONE_PICKED;
  return (
    <button
      type="button"
      aria-pressed={isNone}
      onClick={() => onChange(isNone ? "" : NONE_PICKED)}
      className="min-h-8 rounded-md border border-transparent px-2 text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink pointer-coarse:min-h-11"
    >
      None of these
    </button>
  );
}

type OptionSearchProps = {
  label: string;
  count: number;
  search: string;
  isEmpty: boolean;
  picked: readonly string[];
  onSearch: (search: string) => void;
  onEnter: () => void;
};

/** Narrows the options; Enter picks the first that is left. What is picked is announced even if it is out of sight. */
function OptionSearch({ label, count, search, isEmpty, picked, onSearch, onEnter }: OptionSearchProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onEnter();
    }
    if (event.key !== "Escape" || search === "") return;
    event.preventDefault();
    event.stopPropagation();
    onSearch("");
  };
  return (
    <>
      <Input
        type="search"
        aria-label={`Search the options of ${label}`}
        placeholder={`Search ${countOf(count, "option")}`}
        icon={<Search />}
        value={search}
        spellCheck={false}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {picked.length > 0 ? (
        <p className="break-words text-muted text-xs">Picked: {picked.join(", ")}</p>
      ) : null}
      {isEmpty ? <p className="text-faint text-xs">No option contains “{search.trim()}”.</p> : null}
    </>
  );
}
