"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { webhooksQuery } from "./webhook-queries.ts";

/** The addresses that the project reports to, for its admins. */
export function WebhooksTab() {
  const { can } = useProject();
  if (can("project:manage")) return <Webhooks />;
  return (
    <NoAccess title="Only admins see webhooks">
      <p>They send what happens in the project to other services.</p>
    </NoAccess>
  );
}

function Webhooks() {
  const { projectId } = useProject();
  const webhooks = useQuery(webhooksQuery(projectId));
  const [isOpen, setOpen] = useState(false);
  const add = (
    <Button icon={<Plus />} onClick={() => setOpen(true)}>
      Add webhook
    </Button>
  );
  return (
    <div className="max-w-4xl p-4">
      <SettingsSection
        title="Webhooks"
        intro="Addresses that get a signed request when something happens here: an answer, a version, the end of a job."
        actions={webhooks.data?.length ? add : null}
      >
        {webhooks.data ? (
          webhooks.data.length > 0 ? (
            <ul className="flex flex-col gap-3">
              {webhooks.data.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookCard webhook={webhook} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState icon={<WebhookIcon />} title="No webhooks yet" actions={add}>
              Requests are signed as Standard Webhooks and repeated for three days where they fail.
            </EmptyState>
          )
        ) : webhooks.error ? (
          <QueryError title="The webhooks could not be loaded" query={webhooks} />
        ) : (
          <SkeletonLines label="Loading the webhooks" lines={4} />
        )}
      </SettingsSection>
      {isOpen ? <WebhookDialog webhook={null} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
