import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { newId } from "#lib/platform/ids.ts";
import { requireWebhook, toDelivery } from "./webhook-records.internal.ts";

type Endpoint = typeof contract.testWebhook;

/** Whatever events the webhook wants. One that is off gets it when it is on again. */
export async function testWebhook(ctx: Ctx, { webhookId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { db, project } = ctx;
  await requireWebhook(ctx, webhookId);
  const type = "webhook.test";
  const payload = { type, timestamp: new Date().toISOString(), data: { project_id: project.path } };
  const row = await db.prisma.webhookDelivery.create({
    data: { id: newId(), projectId: project.id, webhookId, type, payload },
  });
  return { delivery: toDelivery(row) };
}
