import type { Ctx } from "#lib/access/context.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { lockRule, toRule } from "./rule-records.internal.ts";

type Endpoint = typeof contract.deleteQueueRule;

/** Its row stays as the origin of what it added. */
export function deleteQueueRule(
  ctx: Ctx,
  { queueId, ruleId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    await requireQueue({ ...ctx, db }, queueId);
    const rule = await lockRule({ db, project }, { queueId, ruleId });
    await db.prisma.queueRule.update({ where: { id: ruleId }, data: { deletedAt: new Date() } });
    await tellProject(db, project.id, "queues");
    return { rule: toRule(rule, project) };
  });
}
