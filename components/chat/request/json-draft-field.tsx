"use client";

import { Braces } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";

type JsonDraftFieldProps = {
  label: string;
  help: string;
  /** What it comes to, such as the names in it; empty where nothing was written. */
  summary: string;
  value: string;
  fault: string | undefined;
  example: string;
  onChange: (value: string) => void;
};

/** A text of JSON that has room only in a dialog. What was written stays, whatever is wrong with it. */
export function JsonDraftField(props: JsonDraftFieldProps) {
  const { label, summary, value, fault } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="font-medium text-sm">{label}</span>
      <div className="flex min-w-0 items-center gap-2">
        <Button size="sm" icon={<Braces />} onClick={() => setOpen(true)}>
          {value.trim() === "" ? `Write ${label.toLowerCase()}` : `Edit ${label.toLowerCase()}`}
        </Button>
        <span className="min-w-0 flex-1 truncate font-mono text-muted text-xs" title={summary}>
          {summary}
        </span>
      </div>
      <FieldError error={fault} />
      {isOpen ? <JsonDialog {...props} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function JsonDialog({
  label,
  help,
  value,
  fault,
  example,
  onChange,
  onClose,
}: JsonDraftFieldProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title={label}
      description={help}
      footer={
        <>
          {value.trim() === "" ? (
            <Button onClick={() => onChange(example)}>Start from an example</Button>
          ) : (
            <Button onClick={() => onChange("")}>Clear</Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Field label={`${label}, in JSON`} hideLabel error={value.trim() === "" ? undefined : fault}>
        {(control) => (
          <Textarea
            {...control}
            rows={14}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="font-mono text-xs!"
          />
        )}
      </Field>
    </Dialog>
  );
}
