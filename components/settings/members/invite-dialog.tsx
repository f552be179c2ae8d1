"use client";

import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useMemberActs } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ROLE_OPTIONS, readRole } from "#components/project/role-texts.ts";
import { Button } from "#components/ui/button/button.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { normalizeEmail } from "#lib/contract/access/email.ts";
import { INVITATION_HOURS } from "#lib/contract/access/members.ts";

type Made = { email: string; link: string };

/** Makes a link for one person and shows it, this once; Spindle sends no mail itself. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  if (!made) return <InviteForm onOpenChange={onOpenChange} onMade={setMade} />;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Send this link"
      description={`Send it to ${made.email} yourself. It is shown only once, works once and expires in ${INVITATION_HOURS} hours.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyField label="Invitation link" value={made.link} />
    </Dialog>
  );
}

type InviteFormProps = { onOpenChange: (open: boolean) => void; onMade: (made: Made) => void };

function InviteForm({ onOpenChange, onMade }: InviteFormProps) {
  const project = useProject();
  const formId = useId();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("annotator");
  const [isChecked, setChecked] = useState(false);
  const { invite } = useMemberActs(project);
  const fault = normalizeEmail(email) === null ? "This is not an e-mail address." : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const picked = readRole(role);
    if (fault || !picked) return;
    invite.mutate(
      { email: email.trim(), role: picked },
      {
        onSuccess: ({ invitation, token }) =>
          onMade({ email: invitation.email, link: `${window.location.origin}/invitations/${token}` }),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Invite someone to ${project.projectId}`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={invite.isPending}>
            Create link
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="E-mail" error={(isChecked && fault) || problemOf(invite.error, "email")}>
          {(control) => (
            <Input
              {...control}
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <RadioGroup label="Role" value={role} onValueChange={setRole} options={ROLE_OPTIONS} />
        <FieldError error={formProblem(invite.error, ["email"])} />
      </form>
    </Dialog>
  );
}
