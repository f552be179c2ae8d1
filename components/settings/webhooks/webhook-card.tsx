"use client";

import { ChevronDown, ChevronRight, KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Switch } from "#components/ui/field/switch.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { Webhook } from "#lib/contract/automation/webhooks.ts";
import { whenSent } from "./event-labels.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { useWebhookActs } from "./webhook-queries.ts";

type Open = "deliveries" | "change" | "rotate" | "delete" | null;

/** One address: what it gets, whether it takes it, and what was sent. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { projectId } = useProject();
  const acts = useWebhookActs(projectId, webhook.id);
  const [open, setOpen] = useState<Open>(null);
  const error = acts.toggle.error ?? acts.test.error;
  const areShown = open === "deliveries";
  return (
    <article
      aria-label={`Webhook ${webhook.url}`}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="min-w-0 break-all font-medium">{webhook.url}</h3>
            <State webhook={webhook} />
          </div>
          {webhook.description ? <p className="text-muted text-sm">{webhook.description}</p> : null}
        </div>
        <Switch
          label={webhook.isEnabled ? "On" : "Off"}
          checked={webhook.isEnabled}
          disabled={acts.toggle.isPending}
          onCheckedChange={(isOn) => acts.toggle.mutate(isOn)}
        />
      </header>
      <p className="text-sm">{whenSent(webhook.events)}</p>
      {webhook.problem ? <FieldError error={`It was switched off. ${webhook.problem}.`} /> : null}
      <FieldError error={error ? explainError(error) : null} />
      <div className="flex flex-wrap items-center gap-1">
        <Button
          size="sm"
          aria-expanded={areShown}
          icon={areShown ? <ChevronDown /> : <ChevronRight />}
          onClick={() => setOpen(areShown ? null : "deliveries")}
        >
          Deliveries
        </Button>
        <Button
          size="sm"
          icon={<Send />}
          pending={acts.test.isPending}
          disabled={!webhook.isEnabled}
          onClick={() => acts.test.mutate(undefined, { onSuccess: () => setOpen("deliveries") })}
        >
          Send a test
        </Button>
        <Button size="sm" icon={<Pencil />} onClick={() => setOpen("change")}>
          Change
        </Button>
        <Button size="sm" icon={<KeyRound />} onClick={() => setOpen("rotate")}>
          New secret
        </Button>
        <IconButton
          size="sm"
          label={`Delete the webhook ${webhook.url}`}
          icon={<Trash2 />}
          onClick={() => setOpen("delete")}
        />
        {webhook.oldSecretUntil && webhook.oldSecretUntil.getTime() > Date.now() ? (
          <span className="text-faint text-xs">
            The old secret signs too; that ends <Time value={webhook.oldSecretUntil} />
          </span>
        ) : null}
      </div>
      {areShown ? <WebhookDeliveries webhook={webhook} /> : null}
      <Dialogs webhook={webhook} acts={acts} open={open} onClose={() => setOpen(null)} />
    </article>
  );
}

/** What the switch beside it does not say. */
function State({ webhook }: { webhook: Webhook }) {
  if (webhook.problem) return <Badge tone="danger">Switched off</Badge>;
  if (!webhook.isEnabled) return <Badge>Off</Badge>;
  if (webhook.failingSince) return <Badge tone="warning">Failing</Badge>;
  return null;
}

type DialogsProps = {
  webhook: Webhook;
  acts: ReturnType<typeof useWebhookActs>;
  open: Open;
  onClose: () => void;
};

function Dialogs({ webhook, acts: { rotate, remove }, open, onClose }: DialogsProps) {
  if (rotate.data) return <SecretDialog secret={rotate.data.secret} onClose={rotate.reset} />;
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  return (
    <>
      {open === "change" ? <WebhookDialog webhook={webhook} onClose={onClose} /> : null}
      <ConfirmDialog
        open={open === "rotate"}
        onOpenChange={onOpenChange}
        title="Create a new secret?"
        confirmLabel="New secret"
        tone="primary"
        pending={rotate.isPending}
        error={rotate.error ? explainError(rotate.error) : null}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: onClose })}
      >
        For 24 hours both secrets sign each request, so that your receiver can change over.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={onOpenChange}
        title={`Delete the webhook to ${webhook.url}?`}
        confirmLabel="Delete webhook"
        pending={remove.isPending}
        error={remove.error ? explainError(remove.error) : null}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      >
        Nothing more is sent there, and the list of its deliveries is deleted.
      </ConfirmDialog>
    </>
  );
}
