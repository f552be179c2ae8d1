"use client";

import { useState } from "react";
import type { ItemChange } from "#components/queues/items/queries/item-queries.ts";
import type { Named } from "#components/queues/parts/use-names.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

export type BulkAct = ItemChange["action"];

type ItemBulkDialogsProps = {
  act: BulkAct | null;
  onClose: () => void;
  /** What is selected, in words: `12 items`. */
  items: string;
  people: readonly Named[];
  onApply: (change: ItemChange) => void;
  pending: boolean;
  error: string | null;
};

/** Asks what an act needs to know, or whether it is meant where it cannot be taken back. */
export function ItemBulkDialogs(props: ItemBulkDialogsProps) {
  const { act, onClose, items, onApply, pending, error } = props;
  const confirm = { onOpenChange: (isOpen: boolean) => isOpen || onClose(), pending, error };
  return (
    <>
      <ConfirmDialog
        {...confirm}
        open={act === "remove"}
        title={`Remove ${items} from the queue?`}
        confirmLabel="Remove"
        onConfirm={() => onApply({ action: "remove" })}
      >
        The calls and their annotations are kept. This cannot be undone, but removed calls can be added again
        as new items.
      </ConfirmDialog>
      <ConfirmDialog
        {...confirm}
        open={act === "reopen"}
        title={`Reopen ${items}?`}
        confirmLabel="Reopen"
        tone="primary"
        onConfirm={() => onApply({ action: "reopen" })}
      >
        Everyone who answered gets them again, with their answers as a draft. This cannot be undone.
      </ConfirmDialog>
      <Dialog
        open={act === "assign"}
        onOpenChange={(isOpen) => isOpen || onClose()}
        title={`Assign ${items}`}
        width="sm"
      >
        <AssignForm {...props} />
      </Dialog>
      <Dialog
        open={act === "prioritize"}
        onOpenChange={(isOpen) => isOpen || onClose()}
        title={`Priority of ${items}`}
        width="sm"
      >
        <PriorityForm {...props} />
      </Dialog>
    </>
  );
}

const EVERYONE = "everyone";

function AssignForm({ people, onApply, pending, error }: ItemBulkDialogsProps) {
  const [chosen, setChosen] = useState(EVERYONE);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(chosen === EVERYONE ? { action: "assign" } : { action: "assign", assignedTo: chosen });
      }}
    >
      <Field label="Only this person gets them">
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onValueChange={setChosen}
            options={[
              { value: EVERYONE, label: "Everyone again" },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </Field>
      <FieldError error={error} />
      <Button type="submit" variant="primary" pending={pending} className="self-end">
        Assign
      </Button>
    </form>
  );
}

const MOST = 1_000_000;

function PriorityForm({ onApply, pending, error }: ItemBulkDialogsProps) {
  const [text, setText] = useState("1");
  const [isTried, setTried] = useState(false);
  const value = Number(text);
  const isRight = /^-?\d+$/.test(text.trim()) && Math.abs(value) <= MOST;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isRight) onApply({ action: "prioritize", priority: value });
      }}
    >
      <Field
        label="Priority"
        error={isTried && !isRight ? "Enter a whole number from -1,000,000 to 1,000,000." : error}
        help="Higher comes first, in queues ordered by priority. Default: 0."
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={text}
            className="max-w-28"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={pending} className="self-end">
        Set priority
      </Button>
    </form>
  );
}
