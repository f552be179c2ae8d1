"use client";

import { Flag } from "lucide-react";
import type { Problems } from "#components/desk/state/desk-handles.ts";
import { type Draft, flipReaction, setFlag, setNote } from "#components/desk/state/draft.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { DeskReactions } from "./desk-reactions.tsx";
import { FieldBox, KeyHint } from "./field-box.tsx";

export const NOTE = "note";
export const FLAG = "flag";

type DeskRemarksProps = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  problems: Problems | null;
  activePlace: string | null;
};

/** What can be said about every call, whatever the queue asks. */
export function DeskRemarks({ draft, onDraft, problems, activePlace }: DeskRemarksProps) {
  return (
    <>
      <FieldBox place={NOTE} isActive={activePlace === NOTE} className="flex flex-col gap-3">
        <Field
          label={
            <>
              Note <KeyHint act="note" />
            </>
          }
          help="Optional. For people who read the answers."
          error={problems?.[NOTE]}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={draft.note.text}
              onChange={(event) => onDraft(setNote(draft, event.target.value))}
            />
          )}
        </Field>
        <DeskReactions
          given={draft.reactions.map(({ text }) => text)}
          onFlip={(emoji) => onDraft(flipReaction(draft, emoji))}
        />
        <FieldError error={problems?.reactions} />
      </FieldBox>
      <FlagBox draft={draft} onDraft={onDraft} problem={problems?.[FLAG]} isActive={activePlace === FLAG} />
    </>
  );
}

type FlagBoxProps = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  problem: string | undefined;
  isActive: boolean;
};

/** Asks a lead to look at the item; what is said with it is for the lead alone. */
function FlagBox({ draft, onDraft, problem, isActive }: FlagBoxProps) {
  const { flag } = draft;
  return (
    <FieldBox place={FLAG} isActive={isActive} className="flex flex-col gap-2">
      <Button
        size="sm"
        icon={<Flag />}
        aria-pressed={flag.isFlagged}
        onClick={() => onDraft(setFlag(draft, { ...flag, isFlagged: !flag.isFlagged }))}
        className="w-fit aria-pressed:border-warning aria-pressed:bg-warning-tint aria-pressed:text-warning-ink"
      >
        {flag.isFlagged ? "Flagged for the lead" : "Flag for the lead"} <KeyHint act="flag" />
      </Button>
      {flag.isFlagged ? (
        <Field label="Message to the lead" help="Optional." error={problem}>
          {(control) => (
            <Input
              {...control}
              value={flag.note}
              onChange={(event) => onDraft(setFlag(draft, { ...flag, note: event.target.value }))}
            />
          )}
        </Field>
      ) : (
        <FieldError error={problem} />
      )}
    </FieldBox>
  );
}
