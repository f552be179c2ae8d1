import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { lockWebhook, toDelivery } from "./webhook-records.internal.ts";

type Endpoint = typeof contract.redeliverWebhook;

/** The same message once more, with a new row of tries. */
export function redeliverWebhook(
  ctx: Ctx,
  { webhookId, deliveryId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const { isEnabled } = await lockWebhook({ db, project }, webhookId);
    if (!isEnabled) throw new Conflict(`Webhook ${webhookId} is off; switch it on first`);
    const [row] = await db.prisma.webhookDelivery.updateManyAndReturn({
      where: { projectId: project.id, webhookId, id: deliveryId },
      data: { nextAttemptAt: new Date(), attempts: 0 },
    });
    if (!row)
      throw new NotFound(`Delivery ${deliveryId} not found; webhook ${webhookId} has none of that id`);
    return { delivery: toDelivery(row) };
  });
}
