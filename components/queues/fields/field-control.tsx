"use client";

import clsx from "clsx";
import { useState } from "react";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { partText, rangeText, readAnswer, withPart } from "./field-answer.ts";
import { optionsOf } from "./field-options.ts";
import { FieldPassages } from "./field-passages.tsx";
import { FieldOptions } from "./field-pick.tsx";
import { partPlace } from "./field-places.ts";
import type { FieldControlProps, LeafProps, Question } from "./field-question.tsx";

/** A question with the controls that fit its answers. */
export function FieldControl(props: FieldControlProps) {
  const { input } = props.question;
  if (input.kind === "group") return <GroupControl {...props} parts={input.parts} />;
  return <LeafControl {...props} />;
}

type GroupControlProps = FieldControlProps & { parts: Extract<FieldInput, { kind: "group" }>["parts"] };

function GroupControl({ question, text, onChange, activePlace, problem, parts }: GroupControlProps) {
  const { place, label, help, isRequired } = question;
  // Once something of it is answered, or has to be, what is missing in it is missing.
  const isAsked = isRequired || text !== "";
  return (
    <fieldset data-field={place} className="min-w-0 border-line border-b px-4 pt-3 pb-1">
      <legend className="sr-only">{label}</legend>
      <p aria-hidden="true" className="font-medium text-sm">
        {label}
        {isRequired ? <span className="ml-1 font-normal text-faint text-xs">required</span> : null}
      </p>
      {help ? <p className="text-faint text-xs">{help}</p> : null}
      <div className="mt-1 border-line border-l-2">
        {parts.map((part) => {
          const own = partText(text, part.name);
          const reading = readAnswer(part.input, own);
          const isMissing = part.isRequired && reading.state === "empty" && isAsked;
          const partProblem =
            reading.state === "wrong" ? reading.problem : isMissing ? "Answer this part." : null;
          return (
            <FieldControl
              key={part.name}
              question={{ ...part, place: partPlace(place, part.name) }}
              text={own}
              onChange={(said) => onChange(withPart(text, part.name, said))}
              activePlace={activePlace}
              problem={problem === null ? null : partProblem}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function LeafControl(props: FieldControlProps) {
  const { question, text, onChange, activePlace, problem } = props;
  const [wasLeft, setLeft] = useState(false);
  const reading = readAnswer(question.input, text);
  // Problems with numbers and choices show at once; those with longer texts only after the field is left.
  const isShown = wasLeft || ["integer", "number", "choice", "spans"].includes(question.input.kind);
  const ownProblem = isShown && reading.state === "wrong" ? reading.problem : null;
  const isActive = activePlace === question.place;
  const isPicked = optionsOf(question.input) !== null;
  const Control = question.input.kind === "spans" ? FieldPassages : isPicked ? FieldOptions : Typed;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave the controls inside.
    <div
      data-field={question.place}
      onBlur={() => setLeft(true)}
      className={clsx(
        "relative border-line border-b px-4 py-3 last:border-b-0",
        isPicked && text !== "" && "[&_legend]:pr-12",
        isActive &&
          "after:pointer-events-none after:absolute after:inset-1 after:rounded-md after:border-2 after:border-accent pointer-coarse:after:hidden",
      )}
    >
      <Control {...props} isActive={isActive} problem={ownProblem ?? problem} />
      {isPicked && text !== "" ? (
        <button
          type="button"
          onClick={() => onChange("")}
          aria-label={`Clear ${question.label}`}
          className="absolute top-3 right-4 rounded-sm text-faint text-xs hover:text-ink pointer-coarse:p-1"
        >
          Clear
        </button>
      ) : null}
    </div>
  );
}

function Typed({ question, text, problem, onChange }: LeafProps) {
  const { label, isRequired, input } = question;
  const isNumber = input.kind === "integer" || input.kind === "number";
  return (
    <Field
      label={label}
      help={<TypedHelp question={question} text={text} />}
      error={problem}
      required={isRequired}
    >
      {(control) =>
        isNumber ? (
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

function TypedHelp({ question: { help, input }, text }: { question: Question; text: string }) {
  const rule =
    input.kind === "integer" || input.kind === "number"
      ? rangeText(input.min, input.max)
      : input.kind === "json"
        ? "Answered as JSON."
        : "";
  const limit = input.kind === "text" ? input.maxLength : null;
  return (
    <span className="flex gap-3">
      <span className="min-w-0 flex-1">{[help, rule].filter(Boolean).join(" ")}</span>
      {limit === null ? null : (
        <span className="shrink-0 tabular-nums">
          {[...text].length} / {limit}
          <span className="sr-only"> characters</span>
        </span>
      )}
    </span>
  );
}
