"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { type FieldInput, optionLabel } from "#components/queues/parts/annotation-field.ts";
import { labelText, spansIn, withoutSpan } from "#components/queues/parts/field-spans.ts";
import { LabelDot } from "#components/queues/parts/label-dot.tsx";
import { type Marking, useMarking } from "#components/queues/passages/marking.tsx";
import { hueOf } from "#components/queues/passages/passage-marks.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { inTextOrder, type Span, spanKey } from "#lib/contract/annotation/spans.ts";
import { countText, NONE_PICKED } from "./field-answer.ts";
import type { LeafProps } from "./field-question.tsx";

/** A question that is answered in the text: its labels, and what is marked so far. */
export function FieldPassages({ question, text, isActive, problem, onChange }: LeafProps) {
  const { input, place, label, help, isRequired } = question;
  const marking = useMarking();
  const errorId = useId();
  if (input.kind !== "spans") return null;
  const spans = inTextOrder(spansIn(text));
  return (
    <fieldset
      tabIndex={-1}
      data-focus-home
      className="flex min-w-0 flex-col gap-2 outline-none"
      aria-describedby={problem ? errorId : undefined}
      onFocus={() => marking?.choose(place)}
    >
      <legend className="mb-1 font-medium text-sm">
        {label}
        {isRequired ? <span className="ml-1 font-normal text-faint text-xs">required</span> : null}
      </legend>
      <p className="text-faint text-xs">
        {[help, ruleOf(input), marking ? "" : NO_TEXT].filter(Boolean).join(" ")}{" "}
        {marking ? <HowTo marking={marking} /> : null}
      </p>
      <Labels input={input} isActive={isActive} />
      {spans.length > 0 ? (
        <ul
          aria-label={`Marked for ${label}`}
          className="flex flex-col divide-y divide-line rounded-md border border-line"
        >
          {spans.map((span) => (
            <MarkedPassage
              key={spanKey(span)}
              span={span}
              input={input}
              onRemove={() => onChange(withoutSpan(text, span))}
            />
          ))}
        </ul>
      ) : null}
      <NothingToMark input={input} text={text} isActive={isActive} onChange={onChange} />
      <FieldError id={errorId} error={problem} />
    </fieldset>
  );
}

type SpansInput = Extract<FieldInput, { kind: "spans" }>;

function ruleOf({ min, max }: SpansInput): string {
  return countText(min, max, "Mark");
}

const NO_TEXT = "Annotators select words in a message and give them a label.";

/** Where fingers point there may be no keys. */
function HowTo({ marking: { caretKey } }: { marking: Marking }) {
  const byKeys = caretKey ? ` Press ${caretKey.toUpperCase()} to place a caret there.` : "";
  return (
    <>
      <span className="pointer-coarse:hidden">
        Select words in a message, then press the label’s digit.{byKeys}
      </span>
      <span className="hidden pointer-coarse:inline">
        Hold a finger on a word of a message, drag to the last one and tap a label.
      </span>
    </>
  );
}

function Labels({ input, isActive }: { input: SpansInput; isActive: boolean }) {
  return (
    <ul aria-label="Labels" className={isActive ? LABELS : `${LABELS} text-muted`}>
      {input.options.map((option, i) => (
        <li key={option.value} title={option.help || undefined} className="flex min-w-0 items-center gap-1.5">
          <LabelDot hue={i} />
          <span className="min-w-0 break-words">{optionLabel(option)}</span>
          {i < 9 ? (
            <span aria-hidden="true" className="text-faint tabular-nums pointer-coarse:hidden">
              {i + 1}
            </span>
          ) : null}
          {option.help ? <span className="sr-only">{option.help}</span> : null}
        </li>
      ))}
    </ul>
  );
}

const LABELS = "flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs";

type MarkedPassageProps = { span: Span; input: SpansInput; onRemove: () => void };

/** The quote leads to its place; one that the text does not say any more says so instead. */
function MarkedPassage({ span, input, onRemove }: MarkedPassageProps) {
  const marking = useMarking();
  const name = labelText(input.options, span.label);
  const hasChanged = marking !== null && !marking.stands(span);
  const words = (
    <>
      <span className="flex min-w-0 items-center gap-1.5 text-muted text-xs">
        <LabelDot hue={hueOf(input.options, span.label)} />
        <span className="min-w-0 truncate">{name}</span>
        {hasChanged ? <span className="text-warning-ink">· the text has changed</span> : null}
      </span>
      <span className="line-clamp-2 break-words">“{span.quote}”</span>
    </>
  );
  return (
    <li className="flex min-w-0 items-start gap-1 py-1 pr-1 pl-2">
      {marking?.show && !hasChanged ? (
        <button
          type="button"
          aria-label={`Show ${name}: ${span.quote}`}
          onClick={() => marking.show?.(span)}
          className="min-w-0 flex-1 rounded-sm text-left text-sm hover:text-accent-ink"
        >
          {words}
        </button>
      ) : (
        <div className="min-w-0 flex-1 text-sm">{words}</div>
      )}
      <IconButton
        size="sm"
        label={`Remove ${name}: ${span.quote.slice(0, 80)}`}
        icon={<X />}
        onClick={onRemove}
      />
    </li>
  );
}

type NothingToMarkProps = { input: SpansInput } & Pick<LeafProps, "text" | "isActive" | "onChange">;

/** That there is nothing to mark is an answer as well, where the field allows it. */
function NothingToMark({ input, text, isActive, onChange }: NothingToMarkProps) {
  const isNone = text === NONE_PICKED;
  if ((input.min ?? 0) > 0 || (text !== "" && !isNone)) return null;
  return (
    <button
      type="button"
      aria-pressed={isNone}
      onClick={() => onChange(isNone ? "" : NONE_PICKED)}
      className="flex min-h-8 w-fit items-center gap-2 rounded-md border border-line px-2 text-muted text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink pointer-coarse:min-h-11"
    >
      Nothing to mark
      {isActive ? (
        <span aria-hidden="true" className="inline-flex pointer-coarse:hidden">
          <Kbd keys="0" />
        </span>
      ) : null}
    </button>
  );
}
