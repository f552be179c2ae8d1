import type { Ctx } from "#lib/access/context.ts";
import type { Webhook, WebhookDelivery } from "#lib/contract/automation/webhooks.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { WebhookDelivery as DeliveryRow, Webhook as WebhookRow } from "#lib/generated/prisma/client.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { NotFound } from "#lib/platform/errors.ts";

export type Place = Pick<Ctx, "db" | "project">;

export async function requireWebhook({ db, project }: Place, webhookId: string): Promise<WebhookRow> {
  const found = await db.prisma.webhook.findFirst({ where: { projectId: project.id, id: webhookId } });
  if (!found) throw new NotFound(`Webhook ${webhookId} not found; it does not exist in this project`);
  return found;
}

/** As `requireWebhook`, and nobody else changes it before the transaction ends. */
export async function lockWebhook(place: Place, webhookId: string): Promise<WebhookRow> {
  await lockRow(place.db, "webhook", { projectId: place.project.id, id: webhookId });
  return requireWebhook(place, webhookId);
}

/** A webhook as the wire shows it: without its secrets. */
export function toWebhook(
  { secret: _, oldSecret: __, ...row }: WebhookRow,
  { path }: Ctx["project"],
): Webhook {
  return { ...row, projectId: path };
}

export function toDelivery({ payload, ...row }: DeliveryRow): WebhookDelivery {
  const { deliveredAt, nextAttemptAt } = row;
  return {
    ...row,
    messageId: messageIdOf(row),
    payload: isDict(payload) ? payload : {},
    state:
      deliveredAt !== null && nextAttemptAt === null
        ? "delivered"
        : nextAttemptAt === null
          ? "failed"
          : "pending",
  };
}

export function messageIdOf({ id }: { id: string }): string {
  return `msg_${id}`;
}
