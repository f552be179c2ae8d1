"use client";

import { type FocusEvent, type KeyboardEvent, memo, useMemo } from "react";
import { type OfferedAnswer, offeredAnswer } from "#components/desk/form/suggestions.ts";
import { useStable } from "#components/desk/parts/use-stable.ts";
import type { DeskFormProps } from "#components/desk/state/desk-handles.ts";
import { setAnswer } from "#components/desk/state/draft.ts";
import { KeptAnswers } from "#components/desk/state/kept-answers.tsx";
import { FieldControl } from "#components/queues/fields/field-control.tsx";
import { questionOf } from "#components/queues/fields/field-question.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { isTextTarget } from "#components/ui/mount/shortcut-keys.ts";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { CORRECTION, CorrectionBox } from "./correction-box.tsx";
import { DeskRemarks } from "./desk-remarks.tsx";
import type { FieldFocus } from "./use-field-focus.ts";
import { useFormHandle } from "./use-form-handle.ts";

/** What is asked about an item: the queue's questions, then what may be said of every call. */
export function DeskForm(props: DeskFormProps) {
  const { queue, fields, kept, draft, onDraft, problems, hasGuidelines, suggestions } = props;
  const { focus, source, correcting, active } = useFormHandle(props);
  // Kept as they are, since the draft changes with each key and what is offered does not.
  const offers = useMemo(
    () => new Map(fields.map((field) => [field.ref, offeredAnswer(field, suggestions)])),
    [fields, suggestions],
  );
  const { say } = useStable({ say: (ref: string, text: string) => onDraft(setAnswer(draft, ref, text)) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the controls inside.
    <div
      ref={focus.form}
      tabIndex={-1}
      onKeyDown={(event) => walk(event, focus)}
      onFocus={(event: FocusEvent) => focus.follow(event.target)}
      className="min-h-0 flex-1 overflow-y-auto outline-none"
    >
      {hasGuidelines ? <Guidelines text={queue.description} /> : null}
      {fields.map((field) => (
        <FormField
          key={field.ref}
          field={field}
          isRequired={queue.requiredRefs.includes(field.ref)}
          text={draft.answers[field.ref]?.text ?? ""}
          isDefault={draft.answers[field.ref]?.isDefault ?? false}
          earlier={draft.earlier[field.ref]}
          activePlace={active?.ref === field.ref ? active.place : null}
          offered={offers.get(field.ref) ?? null}
          problem={problems?.[field.ref] ?? null}
          onSay={say}
        />
      ))}
      {kept.length > 0 ? <KeptAnswers draft={draft} fields={kept} onOpen={props.onOpenKept} /> : null}
      {source ? (
        <CorrectionBox
          source={source}
          correction={draft.correction}
          correcting={correcting}
          isActive={focus.active === CORRECTION}
          problem={problems?.[CORRECTION] ?? null}
        />
      ) : null}
      <DeskRemarks draft={draft} onDraft={onDraft} problems={problems} activePlace={focus.active} />
    </div>
  );
}

type FormFieldProps = {
  field: AnnotationField;
  isRequired: boolean;
  text: string;
  /** It stands answered by the queue's rule. */
  isDefault: boolean;
  /** What was answered before the question changed. */
  earlier: string | undefined;
  activePlace: string | null;
  offered: OfferedAnswer | null;
  problem: string | null;
  onSay: (ref: string, text: string) => void;
};

/** A question of the form, redrawn only when something of it changed: the draft changes with each key. */
const FormField = memo(function FormField(props: FormFieldProps) {
  const { field, isRequired, text, isDefault, earlier, activePlace, offered, problem, onSay } = props;
  const question = questionOf(field, isRequired);
  const before = earlier === undefined ? "" : `Your answer before the question changed: ${earlier}`;
  const origin = isDefault ? "Proposed. It counts once you submit." : before;
  return (
    <FieldControl
      question={{ ...question, help: [question.help, origin].filter(Boolean).join(" ") }}
      text={text}
      activePlace={activePlace}
      offered={offered}
      problem={problem}
      onChange={(said) => onSay(field.ref, said)}
    />
  );
});

/** Long guidelines scroll by themselves, so that the first question stays in sight. */
function Guidelines({ text }: { text: string }) {
  return (
    <section
      aria-label="Guidelines"
      data-reading
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[34dvh] overflow-y-auto border-line border-b bg-sunken px-4 py-3 focus-visible:-outline-offset-2 max-lg:max-h-[26dvh]"
    >
      <Markdown text={text} />
    </section>
  );
}

/** Escape leaves a text; up and down leave one that holds nothing or has one line. */
function walk(event: KeyboardEvent, focus: FieldFocus): void {
  const { target, key } = event;
  if (!isTextTarget(target) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
    return;
  if (key === "Escape") focus.toForm();
  if (key !== "ArrowUp" && key !== "ArrowDown") return;
  if (target instanceof HTMLTextAreaElement && target.value !== "") return;
  event.preventDefault();
  focus.step(key === "ArrowUp" ? -1 : 1);
}
