import type { Ctx } from "#lib/access/context.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { toRule } from "./rule-records.internal.ts";

type Endpoint = typeof contract.listQueueRules;

export async function listQueueRules(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  await requireQueue(ctx, queueId);
  const rows = await ctx.db.prisma.queueRule.findMany({
    where: { projectId: ctx.project.id, queueId, deletedAt: null },
    orderBy: { id: "asc" },
  });
  return { rules: rows.map((row) => toRule(row, ctx.project)) };
}
