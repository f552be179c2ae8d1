"use client";

import { type FormEvent, useId, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { WEBHOOK_EVENTS, type Webhook } from "#lib/contract/automation/webhooks.ts";
import { ALLOW_PRIVATE, addressProblem } from "./address-problem.ts";
import { EventsField } from "./events-field.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { useSaveWebhook, type WebhookDraft } from "./webhook-queries.ts";

const FIELDS = ["url", "description", "events"];

type WebhookDialogProps = { webhook: Webhook | null; onClose: () => void };

/** Adds a webhook, and shows its secret once it is there, or changes one. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const formId = useId();
  const { projectId } = useProject();
  const { isInstanceAdmin } = useMe();
  const save = useSaveWebhook(projectId, webhook);
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const [tried, setTried] = useState(false);
  const mayAllow = isInstanceAdmin && !webhook;
  const change = (next: Partial<WebhookDraft>) => {
    setDraft((before) => ({ ...before, ...next }));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!draft.url.trim() || draft.events.length === 0) return;
    save.mutate(
      { ...draft, url: draft.url.trim() },
      {
        onSuccess: ({ secret }) => {
          if (secret === null) onClose();
        },
      },
    );
  };
  if (save.data?.secret) return <SecretDialog secret={save.data.secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={webhook ? "Change the webhook" : "Add a webhook"}
      description="Requests name what happened and its ids, and never any content."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
            {webhook ? "Save" : "Add webhook"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <AddressField
          url={draft.url}
          error={
            (tried && !draft.url.trim() && "Enter the address.") ||
            addressProblem(problemOf(save.error, "url"), {
              url: draft.url,
              canAllow: mayAllow && !draft.allowPrivate,
            })
          }
          onChange={(url) => change({ url })}
        />
        <Field label="Description" error={problemOf(save.error, "description")}>
          {(control) => (
            <Input
              {...control}
              maxLength={255}
              value={draft.description}
              onChange={({ target }) => change({ description: target.value })}
            />
          )}
        </Field>
        <EventsField
          chosen={draft.events}
          error={
            tried && draft.events.length === 0 ? "Choose at least one." : problemOf(save.error, "events")
          }
          onChange={(events) => change({ events })}
        />
        {mayAllow ? (
          <Checkbox
            label={ALLOW_PRIVATE}
            help="For a receiver beside this server."
            checked={draft.allowPrivate}
            onCheckedChange={(allowPrivate) => change({ allowPrivate })}
          />
        ) : null}
        <FieldError error={formProblem(save.error, FIELDS)} />
      </form>
    </Dialog>
  );
}

type AddressFieldProps = { url: string; error: string | null; onChange: (url: string) => void };

function AddressField({ url, error, onChange }: AddressFieldProps) {
  return (
    <Field label="Address" required error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="url"
          placeholder="https://hooks.example.com/spindle"
          value={url}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function draftOf(webhook: Webhook | null): WebhookDraft {
  if (!webhook) return { url: "", description: "", events: [], allowPrivate: false };
  const { url, description, events, allowPrivate } = webhook;
  return { url, description, events: WEBHOOK_EVENTS.filter((event) => events.includes(event)), allowPrivate };
}
