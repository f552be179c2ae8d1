import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import { MAX_WEBHOOKS } from "#lib/contract/automation/webhooks.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { requireFitAddress, requirePrivateRight } from "./require-fit-address.internal.ts";
import { toWebhook } from "./webhook-records.internal.ts";
import { newSecret } from "./webhook-secrets.internal.ts";

type Endpoint = typeof contract.createWebhook;

export async function createWebhook(
  ctx: Ctx,
  { url, description, events, allowPrivate }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { project, actor } = ctx;
  if (allowPrivate) requirePrivateRight(actor);
  await requireFitAddress(url, allowPrivate);
  const id = newId();
  const { secret, sealed } = newSecret(id);
  return ctx.db.transaction(async (db) => {
    await lockName(db, `webhooks ${project.id}`);
    const there = await db.prisma.webhook.count({ where: { projectId: project.id } });
    if (there >= MAX_WEBHOOKS)
      throw new Conflict(`The project has ${there} webhooks, and no more fit; delete one first`);
    const row = await db.prisma.webhook.create({
      data: {
        id,
        projectId: project.id,
        url,
        description,
        events: [...new Set(events)],
        allowPrivate,
        secret: sealed,
        createdBy: actor.userId,
      },
    });
    const details = { host: new URL(url).host, allow_private: allowPrivate };
    await recordAudit(
      { ...ctx, db },
      { action: "webhook.created", projectId: project.id, target: id, details },
    );
    return { webhook: toWebhook(row, project), secret };
  });
}
