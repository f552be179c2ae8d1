import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { DeliveryState } from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireWebhook, toDelivery } from "./webhook-records.internal.ts";

type Endpoint = typeof contract.queryWebhookDeliveries;

const IN_STATE = {
  pending: { nextAttemptAt: { not: null } },
  delivered: { nextAttemptAt: null, deliveredAt: { not: null } },
  failed: { nextAttemptAt: null, deliveredAt: null },
} as const satisfies Record<DeliveryState, object>;

export async function queryWebhookDeliveries(
  ctx: Ctx,
  { webhookId, state, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireWebhook(ctx, webhookId);
  const where = { projectId: ctx.project.id, webhookId, ...(state === undefined ? {} : IN_STATE[state]) };
  const rows = await ctx.db.prisma.webhookDelivery.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  return {
    deliveries: rows.map(toDelivery),
    totalCount: await ctx.db.prisma.webhookDelivery.count({ where }),
  };
}
