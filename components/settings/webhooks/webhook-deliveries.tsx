"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { DeliveryState, Webhook, WebhookDelivery } from "#lib/contract/automation/webhooks.ts";
import { deliveryWords } from "./delivery-words.ts";
import { eventLabel } from "./event-labels.ts";
import { eventPlace } from "./event-place.ts";
import { deliveriesQuery, useWebhookActs } from "./webhook-queries.ts";

const TONES: { [S in DeliveryState]: Tone } = { pending: "accent", delivered: "success", failed: "danger" };
const LABELS: { [S in DeliveryState]: string } = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

/** What was sent of late, and the way to send it again. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { projectId } = useProject();
  const sent = useInfiniteQuery(deliveriesQuery(projectId, webhook.id));
  const { redeliver } = useWebhookActs(projectId, webhook.id);
  if (!sent.data)
    return sent.error ? (
      <QueryError title="The deliveries could not be loaded" query={sent} />
    ) : (
      <SkeletonLines label="Loading the deliveries" lines={3} />
    );
  const { data: deliveries } = sent;
  if (deliveries.length === 0) return <p className="text-faint text-sm">Nothing was sent yet.</p>;
  return (
    <>
      <FieldError error={redeliver.error ? explainError(redeliver.error) : null} />
      <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line border-line border-y">
        {deliveries.map((delivery) => (
          <li
            key={delivery.id}
            className="flex items-start gap-x-3 py-2 text-sm max-sm:flex-wrap max-sm:gap-y-1"
          >
            <Badge tone={TONES[delivery.state]}>{LABELS[delivery.state]}</Badge>
            <div className="min-w-0 flex-1 basis-48">
              <What delivery={delivery} />
              <span className="block text-faint text-xs">
                <Time value={delivery.createdAt} /> · {deliveryWords(delivery)}
                {webhook.isEnabled ? <NextTry delivery={delivery} /> : null}
              </span>
              <Sent delivery={delivery} />
            </div>
            {delivery.state === "pending" && delivery.attempts === 0 ? null : (
              <IconButton
                size="sm"
                label="Send again"
                icon={<RotateCw />}
                disabled={!webhook.isEnabled || redeliver.isPending}
                onClick={() => redeliver.mutate(delivery.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {sent.hasNextPage ? (
        <Button
          size="sm"
          className="self-start"
          pending={sent.isFetchingNextPage}
          onClick={() => void sent.fetchNextPage()}
        >
          Show more deliveries
        </Button>
      ) : null}
    </>
  );
}

/** What happened, and the way to it where it has a page. */
function What({ delivery }: { delivery: WebhookDelivery }) {
  const href = eventPlace(useProject(), delivery);
  const label = eventLabel(delivery.type);
  if (href === null) return label;
  return (
    <Link href={href} className="rounded-sm underline underline-offset-2 hover:text-accent-ink">
      {label}
    </Link>
  );
}

/** What was sent, word for word, and the id by which the receiver knows it. */
function Sent({ delivery: { messageId, payload } }: { delivery: WebhookDelivery }) {
  return (
    <details className="mt-1 text-xs">
      <summary className="w-fit rounded-sm text-muted">Request</summary>
      <pre className="mt-1 whitespace-pre-wrap break-all rounded-md bg-canvas p-2 font-mono text-muted">
        {`webhook-id: ${messageId}\n\n${JSON.stringify(payload, null, 2)}`}
      </pre>
    </details>
  );
}

const SOON_MS = 60_000;

/** When a failed one is tried again, where that is not about to happen. */
function NextTry({ delivery: { attempts, nextAttemptAt } }: { delivery: WebhookDelivery }) {
  if (attempts === 0 || !nextAttemptAt || nextAttemptAt.getTime() - Date.now() < SOON_MS) return null;
  return (
    <>
      , next try <Time value={nextAttemptAt} />
    </>
  );
}
