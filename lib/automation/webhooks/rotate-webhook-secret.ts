import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { lockWebhook, toWebhook } from "./webhook-records.internal.ts";
import { newSecret } from "./webhook-secrets.internal.ts";

type Endpoint = typeof contract.rotateWebhookSecret;

const BOTH_FOR_MS = 24 * 3600_000;

/** The secret until now keeps signing beside the new one for a day. */
export function rotateWebhookSecret(
  ctx: Ctx,
  { webhookId: id }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  const { secret, sealed } = newSecret(id);
  return ctx.db.transaction(async (db) => {
    const before = await lockWebhook({ db, project }, id);
    const oldSecretUntil = new Date(Date.now() + BOTH_FOR_MS);
    const row = await db.prisma.webhook.update({
      where: { id },
      data: { secret: sealed, oldSecret: before.secret, oldSecretUntil, updatedAt: new Date() },
    });
    await recordAudit(
      { ...ctx, db },
      { action: "webhook.secret_rotated", projectId: project.id, target: id },
    );
    return { webhook: toWebhook(row, project), secret };
  });
}
