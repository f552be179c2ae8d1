"use client";

import { type FormEvent, useId, useState } from "react";
import { opLabel } from "#components/calls/parts/call-facts.ts";
import { useRenameCall } from "#components/calls/parts/call-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { Call } from "#lib/contract/traces/call-fields.ts";

type RenameCallDialogProps = { call: Call; open: boolean; onOpenChange: (open: boolean) => void };

export function RenameCallDialog({ call, open, onOpenChange }: RenameCallDialogProps) {
  const { projectId } = useProject();
  const formId = useId();
  const [name, setName] = useState(call.displayName ?? "");
  const rename = useRenameCall(projectId, call.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name.trim(), { onSuccess: () => onOpenChange(false) });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename the call"
      width="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field
          label="Name"
          help={`Leave it empty to show the op's own name, ${opLabel(call.opName)}.`}
          error={rename.error ? explainError(rename.error) : null}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={512}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
