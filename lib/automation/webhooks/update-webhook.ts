import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireFitAddress, requirePrivateRight } from "./require-fit-address.internal.ts";
import { lockWebhook, toWebhook } from "./webhook-records.internal.ts";

type Endpoint = typeof contract.updateWebhook;

/** Changes what is given. Switching it on forgets why it was off, and what is pending is due at once. */
export function updateWebhook(
  ctx: Ctx,
  { webhookId: id, url, description, events, isEnabled }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const before = await lockWebhook({ db, project }, id);
    if (url !== undefined && url !== before.url) {
      if (before.allowPrivate) requirePrivateRight(ctx.actor);
      await requireFitAddress(url, before.allowPrivate);
    }
    const isSwitchedOn = isEnabled === true && !before.isEnabled;
    const row = await db.prisma.webhook.update({
      where: { id },
      data: {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events: [...new Set(events)] }),
        ...(isEnabled === undefined ? {} : { isEnabled, problem: null }),
        ...(isSwitchedOn ? { failingSince: null } : {}),
        updatedAt: new Date(),
      },
    });
    if (isSwitchedOn)
      await db.prisma.webhookDelivery.updateMany({
        where: { projectId: project.id, webhookId: id, nextAttemptAt: { not: null } },
        data: { nextAttemptAt: new Date(), attempts: 0 },
      });
    const details = { host: new URL(row.url).host, is_enabled: row.isEnabled };
    await recordAudit(
      { ...ctx, db },
      { action: "webhook.changed", projectId: project.id, target: id, details },
    );
    return { webhook: toWebhook(row, project) };
  });
}
