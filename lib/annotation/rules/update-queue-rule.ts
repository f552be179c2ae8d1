import type { Ctx } from "#lib/access/context.ts";
import { lockArrivals } from "#lib/annotation/lock-arrivals.internal.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { checkConditions } from "./check-rule.internal.ts";
import { lockRule, requireRule, toRule } from "./rule-records.internal.ts";
import { conditionTexts } from "./stored-conditions.internal.ts";

type Endpoint = typeof contract.updateQueueRule;

/** It acts for the person who saves it from now on; what stopped it is forgotten. */
export function updateQueueRule(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  checkConditions(ctx, input);
  const { queueId, ruleId, name, rate, maxOpen, displayFields, includesOwn, isPaused } = input;
  const { project, actor } = ctx;
  const { filter, query } = conditionTexts(input);
  return ctx.db.transaction(async (db) => {
    await requireQueue({ ...ctx, db }, queueId);
    const before = await lockRule({ db, project }, { queueId, ruleId });
    if (before.isPaused && !isPaused) await lockArrivals(db, project.id);
    await db.query(sql`
      update queue_rule set name = ${name}, filter = ${filter}::json, query = ${query}::json, rate = ${rate},
        max_open = ${maxOpen ?? null}, display_fields = ${displayFields}, includes_own = ${includesOwn},
        is_paused = ${isPaused}, problem = null, updated_by = ${actor.userId},
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where project_id = ${project.id} and id = ${ruleId}`);
    await tellProject(db, project.id, "queues");
    return { rule: toRule(await requireRule({ db, project }, { queueId, ruleId }), project) };
  });
}
