"use client";

import { type FormEvent, useId, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

type Act<Input> = {
  mutateAsync: (input: Input) => Promise<unknown>;
  isPending: boolean;
  error: Error | null;
};

type NoteButtonProps<Input> = {
  label: string;
  title: string;
  description: string;
  /** The label of the note. */
  field: string;
  isRequired?: boolean;
  submitLabel: string;
  variant: "primary" | "danger";
  act: Act<Input>;
  inputOf: (note: string) => Input;
  onDone?: () => void;
};

/** A button that asks for a note before it acts. */
export function NoteButton<Input>(props: NoteButtonProps<Input>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="w-fit" onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {isOpen ? <NoteDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function NoteDialog<Input>(props: NoteButtonProps<Input> & { onClose: () => void }) {
  const { act, isRequired = false, onClose } = props;
  const formId = useId();
  const [note, setNote] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isMissing = isRequired && note.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const onSuccess = () => {
      onClose();
      props.onDone?.();
    };
    if (!isMissing && !act.isPending) carryOut(act, props.inputOf(note.trim()), { onSuccess });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant={props.variant} pending={act.isPending}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label={props.field} required={isRequired} error={isChecked && isMissing ? "Say why." : null}>
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={2000}
              rows={3}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <FieldError error={act.error ? explainError(act.error) : null} />
      </form>
    </Dialog>
  );
}
