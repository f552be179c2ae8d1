"use client";

import { useMutation } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { call } from "#lib/client/call.ts";
import { createPasswordReset, PASSWORD_RESET_HOURS } from "#lib/contract/access/people.ts";

type ResetLinkDialogProps = { person: { userId: string; name: string; email: string }; onClose: () => void };

/** Makes a link by which one person chooses a new password, and shows it, this once. */
export function ResetLinkDialog({ person, onClose }: ResetLinkDialogProps) {
  const make = useMutation({ mutationFn: () => call(createPasswordReset, { userId: person.userId }) });
  const name = person.name || person.email;
  const link = make.data ? `${window.location.origin}/password-resets/${make.data.token}` : null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={link ? "Hand over this link" : `A new password for ${name}?`}
      description={
        link
          ? `Send it to ${person.email} yourself. It is shown only once, works once and expires in ${PASSWORD_RESET_HOURS} hours.`
          : `Creates a link with which ${person.email} can choose a new password. Anyone who has the link can use it. The current password works until then.`
      }
      footer={
        link ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" pending={make.isPending} onClick={() => make.mutate()}>
              Create link
            </Button>
          </>
        )
      }
    >
      {link ? <CopyField label="Reset link" value={link} /> : null}
      <FieldError error={make.error ? explainError(make.error) : null} />
    </Dialog>
  );
}
