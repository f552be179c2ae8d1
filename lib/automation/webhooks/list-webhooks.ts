import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/automation/webhooks.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { toWebhook } from "./webhook-records.internal.ts";

export async function listWebhooks({ db, project }: Ctx): Promise<ReplyOf<typeof contract.listWebhooks>> {
  const rows = await db.prisma.webhook.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
  return { webhooks: rows.map((row) => toWebhook(row, project)) };
}
