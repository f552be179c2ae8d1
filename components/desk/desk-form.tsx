"use client";

import { ChevronDown, ChevronUp, TriangleAlert } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useId } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Field } from "#components/ui/field.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { isTextTarget } from "#components/ui/shortcut-keys.ts";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Queue } from "#lib/contract/queues.ts";
import { DeskField } from "./desk-field.tsx";
import { DeskReactions } from "./desk-reactions.tsx";
import { type Draft, flipReaction, setAnswer, setNote } from "./draft.ts";
import type { Desk } from "./use-desk.ts";
import { type FieldFocus, NOTE } from "./use-field-focus.ts";

type DeskFormProps = {
  queue: Queue;
  desk: Desk;
  focus: FieldFocus;
  hasGuidelines: boolean;
  /** Only on a phone can it be closed. */
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

/** What is asked about the item, beside the call; on a phone below it, as a sheet. */
export function DeskForm({ queue, desk, focus, hasGuidelines, isOpen, onOpenChange }: DeskFormProps) {
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpenChange(!isOpen)}
        className="flex h-10 shrink-0 items-center gap-2 px-4 font-medium text-sm lg:hidden"
      >
        Answers
        <Chevron aria-hidden="true" className="ml-auto size-4 text-faint" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the controls inside. */}
      <div
        id={id}
        ref={focus.form}
        tabIndex={-1}
        onKeyDown={(event) => walkFields(event, focus)}
        onFocus={(event) => followFocus(event, focus)}
        className={`min-h-0 flex-1 overflow-y-auto outline-none max-lg:h-[40dvh] max-lg:flex-initial max-lg:border-line max-lg:border-t ${isOpen ? "" : "max-lg:hidden"}`}
      >
        {hasGuidelines ? <GuidelinesBox text={queue.description} /> : null}
        <FormBody desk={desk} focus={focus} />
      </div>
    </>
  );
}

/** Long guidelines scroll by themselves, so that the first question stays in sight. */
function GuidelinesBox({ text }: { text: string }) {
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

/** Up and down walk the fields; left and right stay with the options of one. */
function walkFields(event: KeyboardEvent, focus: FieldFocus): void {
  const { target, key } = event;
  if (key === "Escape" && isTextTarget(target)) focus.toForm();
  if (target instanceof HTMLTextAreaElement || event.altKey || event.ctrlKey || event.metaKey) return;
  if ((key !== "ArrowUp" && key !== "ArrowDown") || isReading(target)) return;
  event.preventDefault();
  focus.step(key === "ArrowUp" ? -1 : 1);
}

/** In what scrolls by itself the arrows scroll. */
function isReading(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-reading]") !== null;
}

function followFocus(event: FocusEvent, focus: FieldFocus): void {
  const box = event.target.closest<HTMLElement>("[data-field]");
  if (box?.dataset.field && box.dataset.field !== NOTE) focus.setActiveRef(box.dataset.field);
}

function FormBody({ desk, focus }: { desk: Desk; focus: FieldFocus }) {
  const { draft } = desk;
  if (desk.draftError)
    return (
      <ErrorState
        title="Your earlier answers could not be loaded"
        detail={explainError(desk.draftError)}
        onRetry={desk.retryDraft}
      />
    );
  if (!draft)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading your answers" lines={5} />
      </div>
    );
  return (
    <>
      <Notice desk={desk} />
      {desk.fields.map((field) => (
        <DeskField
          key={`${desk.current?.id} ${field.ref}`}
          field={field}
          text={draft.answers[field.ref]?.text ?? ""}
          isActive={field.ref === focus.activeRef}
          problem={desk.problems?.fields[field.ref] ?? null}
          onChange={(text) => desk.edit(setAnswer(draft, field.ref, text))}
        />
      ))}
      <Remarks desk={desk} draft={draft} />
    </>
  );
}

/** Why the item is here again, or why it cannot go. */
function Notice({ desk }: { desk: Desk }) {
  const text = desk.notice
    ? `This item came back: it was not stored. ${desk.notice} Your answers are below.`
    : desk.isEmptyTried
      ? "Nothing is answered yet. Answer at least one question, or skip the item."
      : null;
  return (
    <div role="alert" className="empty:hidden">
      {text ? (
        <p className="flex items-start gap-2 border-line border-b bg-danger-tint px-4 py-2 text-danger-ink">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{text}</span>
        </p>
      ) : null}
    </div>
  );
}

/** What can be said about every call, whatever the queue asks. */
function Remarks({ desk, draft }: { desk: Desk; draft: Draft }) {
  return (
    <div data-field={NOTE} className="flex flex-col gap-4 px-4 py-4">
      <Field label="Note" help="Optional; for whoever reads the answers." error={desk.problems?.note}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.note.text}
            onChange={(event) => desk.edit(setNote(draft, event.target.value))}
          />
        )}
      </Field>
      <DeskReactions
        given={draft.reactions.map(({ text }) => text)}
        onFlip={(emoji) => desk.edit(flipReaction(draft, emoji))}
      />
    </div>
  );
}
