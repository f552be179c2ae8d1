"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import type { useAdjudication } from "#components/quality/quality-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { LetteredAnswer } from "./letters.ts";

type SendBackDialogProps = {
  open: boolean;
  onClose: () => void;
  answers: readonly LetteredAnswer[];
  areNamed: boolean;
  sendBack: ReturnType<typeof useAdjudication>["sendBack"];
};

/** Gives the item back to one of those who answered, with what to look at again. */
export function SendBackDialog(props: SendBackDialogProps) {
  const { open, onClose } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Send back"
      description="They get it first, with their answer as a draft and your note."
      width="sm"
    >
      {open ? <SendBackForm {...props} /> : null}
    </Dialog>
  );
}

function SendBackForm({ onClose, answers, areNamed, sendBack }: SendBackDialogProps) {
  const [letter, setLetter] = useState(answers[0]?.letter ?? "");
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const chosen = answers.find((one) => one.letter === letter);
  const submit = () => {
    setTried(true);
    if (!note.trim() || !chosen) return;
    carryOut(
      sendBack,
      { annotatorUserId: chosen.answer.annotatorUserId, note: note.trim() },
      {
        onSuccess: () => {
          toast({ title: `Answer ${letter} was sent back`, tone: "success" });
          onClose();
        },
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RadioGroup
        label="Whose answer"
        variant="buttons"
        value={letter}
        onValueChange={setLetter}
        options={answers.map((one) => ({
          value: one.letter,
          label: areNamed ? `${one.letter} · ${one.answer.name}` : one.letter,
        }))}
      />
      <Field label="Note" required error={isTried && !note.trim() ? "What should they look at again?" : null}>
        {(control) => (
          <Textarea
            {...control}
            value={note}
            maxLength={1024}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <FieldError error={sendBack.error ? explainError(sendBack.error) : null} />
      <Button type="submit" variant="primary" pending={sendBack.isPending} className="self-end">
        Send back
      </Button>
    </form>
  );
}
