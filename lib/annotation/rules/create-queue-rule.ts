import type { Ctx } from "#lib/access/context.ts";
import { lockArrivals } from "#lib/annotation/lock-arrivals.internal.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import { MAX_RULES } from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { checkConditions } from "./check-rule.internal.ts";
import { requireRule, toRule } from "./rule-records.internal.ts";
import { conditionTexts } from "./stored-conditions.internal.ts";

type Endpoint = typeof contract.createQueueRule;

/** From the end of the transaction on, each call of the project is noted for the rule. */
export function createQueueRule(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  checkConditions(ctx, input);
  const { queueId, name, rate, maxOpen, displayFields, includesOwn, isPaused } = input;
  const { project, actor } = ctx;
  const id = newId();
  const { filter, query } = conditionTexts(input);
  return ctx.db.transaction(async (db) => {
    const { kind } = await lockQueue(db, { projectId: project.id, queueId });
    if (kind === "pairwise")
      throw new Conflict(`Queue ${queueId} compares pairs of calls, which no rule can choose; use another`);
    const rules = await db.prisma.queueRule.count({
      where: { projectId: project.id, queueId, deletedAt: null },
    });
    if (rules >= MAX_RULES)
      throw new Conflict(`Queue ${queueId} has ${rules} rules, and no more fit; delete one first`);
    await lockArrivals(db, project.id);
    await db.query(sql`
      insert into queue_rule (id, project_id, queue_id, name, filter, query, rate, max_open, display_fields,
        includes_own, is_paused, created_by, updated_by)
      values (${id}, ${project.id}, ${queueId}, ${name}, ${filter}::json, ${query}::json, ${rate}, ${maxOpen ?? null},
        ${displayFields}, ${includesOwn}, ${isPaused}, ${actor.userId}, ${actor.userId})`);
    await tellProject(db, project.id, "queues");
    return { rule: toRule(await requireRule({ db, project }, { queueId, ruleId: id }), project) };
  });
}
