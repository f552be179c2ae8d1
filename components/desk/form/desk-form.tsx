"use client";

import type { FocusEvent, KeyboardEvent } from "react";
import type { DeskFormProps } from "#components/desk/state/desk-handles.ts";
import { type Draft, setAnswer } from "#components/desk/state/draft.ts";
import { KeptAnswers } from "#components/desk/state/kept-answers.tsx";
import { FieldControl } from "#components/queues/fields/field-control.tsx";
import { type Question, questionOf } from "#components/queues/fields/field-question.tsx";
import { isTextTarget } from "#components/ui/mount/shortcut-keys.ts";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { CORRECTION, CorrectionBox } from "./correction-box.tsx";
import { DeskRemarks } from "./desk-remarks.tsx";
import type { FieldFocus } from "./use-field-focus.ts";
import { useFormHandle } from "./use-form-handle.ts";

/** What is asked about an item: the queue's questions, then what may be said of every call. */
export function DeskForm(props: DeskFormProps) {
  const { queue, fields, kept, draft, onDraft, problems, hasGuidelines } = props;
  const { focus, source, correcting } = useFormHandle(props);
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
        <FieldControl
          key={field.ref}
          question={withOrigin(questionOf(field, queue.requiredRefs.includes(field.ref)), draft)}
          text={draft.answers[field.ref]?.text ?? ""}
          activePlace={focus.active}
          problem={problems?.[field.ref] ?? null}
          onChange={(text) => onDraft(setAnswer(draft, field.ref, text))}
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

/** A question that is asked again says what was answered before, and one that is answered for the annotator says so. */
function withOrigin(question: Question, { earlier, answers }: Draft): Question {
  const before = earlier[question.place];
  if (answers[question.place]?.isDefault)
    return {
      ...question,
      help: [question.help, "Proposed; it counts once you submit."].filter(Boolean).join(" "),
    };
  if (before === undefined) return question;
  return {
    ...question,
    help: [question.help, `Your answer before it changed: ${before}`].filter(Boolean).join(" "),
  };
}

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
