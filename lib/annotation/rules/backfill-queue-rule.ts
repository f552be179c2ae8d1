import type { Ctx } from "#lib/access/context.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { addByRule } from "./add-by-rule.internal.ts";
import { countAdded } from "./count-added.internal.ts";
import { lockRule, requireRule, toRule } from "./rule-records.internal.ts";

type Endpoint = typeof contract.backfillQueueRule;

/** One statement adds all of it, so it is there whole or not at all. */
export function backfillQueueRule(
  ctx: Ctx,
  { queueId, ruleId, limit }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const { kind } = await lockQueue(db, { projectId: project.id, queueId });
    const rule = await lockRule({ db, project }, { queueId, ruleId });
    if (kind === "pairwise")
      throw new Conflict(`Queue ${queueId} compares pairs of calls now, which no rule can choose`);
    const { matched, added } = await addByRule(db, ctx, rule, { newest: limit });
    await db.prisma.queueRule.update({
      where: { projectId_id: { projectId: project.id, id: ruleId } },
      data: {
        backfilledAt: new Date(),
        backfillMatched: matched,
        backfillAdded: added,
        backfillHeldBack: matched - added,
      },
    });
    await countAdded(db, rule, { lookedAt: 0, matched: 0, added, heldBack: 0 });
    await tellProject(db, project.id, "queues");
    return {
      addedCount: added,
      rule: toRule(await requireRule({ db, project }, { queueId, ruleId }), project),
    };
  });
}
