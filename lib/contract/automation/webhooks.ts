import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  dict,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  storable,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** Addresses that get reports of what happens in a project, as Standard Webhooks. */

/** What can be reported. Routines of the database write them (lib/platform/db/routines), or a duty of the worker (lib/automation/queues). */
export const WEBHOOK_EVENTS = [
  "annotation.completed",
  "queue.completed",
  "queue.agreement_low",
  "dataset.version_ready",
  "training_job.completed",
  "training_job.failed",
  "training_job.cancelled",
  "evaluation_run.completed",
  "evaluation_run.failed",
  "rl_run.completed",
  "rl_run.failed",
  "rl_run.cancelled",
  "rl_run.waiting_for_people",
  "promotion.waiting",
  "promotion.approved",
  "promotion.refused",
  "promotion.withdrawn",
  "checkpoint_alias.moved",
  "loop.waiting",
  "loop.failed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Of one project. */
export const MAX_WEBHOOKS = 20;
export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const shared = { group: "project", auth: ANY_CREDENTIAL, needs: "project:manage" } as const;
const PROJECT = wireObject({ projectId });
const WEBHOOK_PATH = wireObject({ webhookId: identifier() });
const count = integer({ min: 0 });
const url = storable(text({ max: 2048 }));
const description = label(255);
const events = list(oneOf(WEBHOOK_EVENTS), { min: 1, max: WEBHOOK_EVENTS.length });

const EXAMPLE_PROJECT = { project_id: "acme/support" };
const EXAMPLE_WEBHOOK = { ...EXAMPLE_PROJECT, webhook_id: "019a5b36-3c2b-7d55-9e66-7f8a9b0c1d2e" };
const ADDRESS = { url: "https://hooks.example.com/spindle", events: ["dataset.version_ready"] };

export const Webhook = wireObject({
  id: text(),
  projectId: text(),
  url: text(),
  description: text(),
  events: list(text()),
  /** Whether the address may be in a private network, and without TLS. */
  allowPrivate: bool,
  isEnabled: bool,
  /** Why the service switched it off; null where it did not. */
  problem: z.nullable(text()),
  /** Since when no delivery has succeeded; null while they do. */
  failingSince: z.nullable(timestamp),
  /** Until then, what is sent is also signed with the secret before the last rotation. */
  oldSecretUntil: z.nullable(timestamp),
  createdBy: text(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookDelivery = wireObject({
  id: text(),
  webhookId: text(),
  /** The header `webhook-id`: the same for every try, also when it is sent again by hand. */
  messageId: text(),
  type: text(),
  /** The body, as it is sent. */
  payload: dict,
  state: oneOf(DELIVERY_STATES),
  attempts: count,
  /** When it is tried next; null where it is not. */
  nextAttemptAt: z.nullable(timestamp),
  lastStatus: z.nullable(integer()),
  /** Of the last try that failed, also where a later one arrived; null where none failed. */
  lastError: z.nullable(text()),
  deliveredAt: z.nullable(timestamp),
  createdAt: timestamp,
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const SECRET_ONCE = "The secret (`whsec_…`) is only in this response.";

export const createWebhook = endpoint({
  ...shared,
  operationId: "createWebhook",
  summary: "Creates a webhook, which reports to an address what happens in a project",
  description:
    `Each event is a POST of \`{"type", "timestamp", "data"}\` with the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks. ${SECRET_ONCE} ` +
    "An answer of 2xx within 15 seconds takes it; anything else is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. " +
    "410, or failing all that time, switches the webhook off. Redirects are not followed. Only instance admins may set `allow_private`.",
  method: "POST",
  path: "/webhooks",
  input: {
    body: wireObject({
      projectId,
      url,
      description: withDefault(description, ""),
      events,
      allowPrivate: withDefault(bool, false),
    }),
  },
  reply: wireObject({ webhook: Webhook, secret: text() }),
  statuses: [409],
  example: { ...EXAMPLE_PROJECT, ...ADDRESS },
});

export const listWebhooks = endpoint({
  ...shared,
  operationId: "listWebhooks",
  summary: "Lists the webhooks of a project, the oldest first",
  method: "GET",
  path: "/webhooks",
  input: { query: PROJECT },
  reply: wireObject({ webhooks: list(Webhook) }),
  example: EXAMPLE_PROJECT,
});

export const updateWebhook = endpoint({
  ...shared,
  operationId: "updateWebhook",
  summary: "Changes a webhook, or switches it on or off",
  description:
    "Absent or null fields do not change. What happens while it is off is not sent. Switching it on continues with what was pending. " +
    "The address of a webhook with `allow_private` is changed by instance admins alone.",
  method: "PUT",
  path: "/webhooks/{webhook_id}",
  input: {
    params: WEBHOOK_PATH,
    body: wireObject({
      projectId,
      url: maybe(url),
      description: maybe(description),
      events: maybe(events),
      isEnabled: maybe(bool),
    }),
  },
  reply: wireObject({ webhook: Webhook }),
  statuses: [404],
  example: { ...EXAMPLE_WEBHOOK, is_enabled: false },
});

export const deleteWebhook = endpoint({
  ...shared,
  operationId: "deleteWebhook",
  summary: "Deletes a webhook with its deliveries",
  method: "DELETE",
  path: "/webhooks/{webhook_id}",
  input: { params: WEBHOOK_PATH, query: PROJECT },
  reply: wireObject({}),
  statuses: [404],
  example: EXAMPLE_WEBHOOK,
});

export const rotateWebhookSecret = endpoint({
  ...shared,
  operationId: "rotateWebhookSecret",
  summary: "Gives a webhook another secret",
  description: `${SECRET_ONCE} For 24 hours, what is sent has a signature by each of both, so a receiver can change over in between.`,
  method: "POST",
  path: "/webhooks/{webhook_id}/rotate",
  input: { params: WEBHOOK_PATH, body: PROJECT },
  reply: wireObject({ webhook: Webhook, secret: text() }),
  statuses: [404],
  example: EXAMPLE_WEBHOOK,
});

export const testWebhook = endpoint({
  ...shared,
  operationId: "testWebhook",
  summary: "Sends an event of the type webhook.test",
  method: "POST",
  path: "/webhooks/{webhook_id}/test",
  input: { params: WEBHOOK_PATH, body: PROJECT },
  reply: wireObject({ delivery: WebhookDelivery }),
  statuses: [404],
  idempotent: true,
  example: EXAMPLE_WEBHOOK,
});

export const queryWebhookDeliveries = endpoint({
  ...shared,
  operationId: "queryWebhookDeliveries",
  summary: "Lists what a webhook was sent, the newest first",
  description: "What was delivered or failed for good is kept for 30 days.",
  method: "POST",
  path: "/webhooks/{webhook_id}/deliveries/query",
  input: {
    params: WEBHOOK_PATH,
    body: wireObject({
      projectId,
      state: maybe(oneOf(DELIVERY_STATES)),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ deliveries: list(WebhookDelivery), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_WEBHOOK, state: "failed" },
});

export const redeliverWebhook = endpoint({
  ...shared,
  operationId: "redeliverWebhook",
  summary: "Sends a delivery again",
  description:
    "With the same `webhook-id`, so that a receiver that had it can recognize it. It begins a new row of tries. A webhook that is off is 409.",
  method: "POST",
  path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
  input: { params: wireObject({ webhookId: identifier(), deliveryId: identifier() }), body: PROJECT },
  reply: wireObject({ delivery: WebhookDelivery }),
  statuses: [404, 409],
  idempotent: true,
  example: { ...EXAMPLE_WEBHOOK, delivery_id: "019a5b37-4d3c-7e66-8f77-8a9b0c1d2e3f" },
});
