import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { lockWebhook } from "./webhook-records.internal.ts";

type Endpoint = typeof contract.deleteWebhook;

export function deleteWebhook(ctx: Ctx, { webhookId: id }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const { url } = await lockWebhook({ db, project }, id);
    await db.prisma.webhook.delete({ where: { id } });
    const details = { host: new URL(url).host };
    await recordAudit(
      { ...ctx, db },
      { action: "webhook.deleted", projectId: project.id, target: id, details },
    );
    return {};
  });
}
