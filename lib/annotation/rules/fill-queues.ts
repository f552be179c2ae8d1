import { actingFor } from "#lib/access/acting-for.ts";
import { findProject, requirePermission } from "#lib/access/permissions/require-project.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import { columns, text, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { asOurError, isRetryable } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, Forbidden } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { log } from "#lib/platform/log.ts";
import { addByRule } from "./add-by-rule.internal.ts";
import { countAdded } from "./count-added.internal.ts";
import type { Reader } from "./matching-calls.internal.ts";

/** Calls of one project that its rules look at together. */
const MAX_CALLS = 500;
const RULE_TIMEOUT = "2s";

/**
 * Lets the rules look at what has been noted for them, and answers how many items they added. Notes leave in the transaction that adds the items and
 * counts them, so a call is looked at once, wherever a worker dies.
 */
export async function fillQueues(db: Db): Promise<number> {
  for (let items = 0; ; ) {
    const added = await db.transaction(fillFromNotes);
    if (added === null) return items;
    items += added;
  }
}

/** Null where nothing is noted. */
async function fillFromNotes(db: Db): Promise<number | null> {
  const [noted] = await db.query(sql`
    with taken as (
      delete from rule_inbox where id = any(array(
        select id from rule_inbox
        where project_id = (select project_id from rule_inbox order by id limit 1)
        order by id limit ${MAX_CALLS}))
      returning project_id, call_id)
    select ${columns({ projectId: text(sql`project_id`), callIds: texts(sql`array_agg(distinct call_id)`) })}
    from taken group by project_id`);
  if (!noted) return null;
  const { projectId, callIds } = noted;
  const rules = await db.prisma.queueRule.findMany({
    where: { projectId, isPaused: false, deletedAt: null },
    // Queues are locked in this order wherever several are.
    orderBy: [{ queueId: "asc" }, { id: "asc" }],
  });
  let items = 0;
  for (const rule of rules) items += await tryRule(db, rule, callIds);
  if (items > 0) await tellProject(db, projectId, "queues");
  return items;
}

/** What a rule did before it failed is undone; the others continue, and it says what was wrong. */
async function tryRule(db: Db, rule: RuleRow, callIds: readonly string[]): Promise<number> {
  await db.query(sql`savepoint rule`);
  try {
    const items = await applyRule(db, rule, callIds);
    await db.query(sql`release savepoint rule`);
    return items;
  } catch (error) {
    if (isRetryable(error)) throw error;
    // Fails too where the connection is lost: then the whole round is undone, and the next one begins with the same calls.
    await db.query(sql`rollback to savepoint rule`);
    await pauseRule(db, rule, error);
    return 0;
  }
}

async function applyRule(db: Db, rule: RuleRow, callIds: readonly string[]): Promise<number> {
  const reader = await readerOf(db, rule);
  const { kind } = await lockQueue(db, rule);
  if (kind === "pairwise")
    throw new Conflict("The queue compares pairs of calls now, which no rule can choose; delete the rule");
  await db.query(sql`select set_config('statement_timeout', ${RULE_TIMEOUT}, true)`);
  const { matched, added } = await addByRule(db, reader, rule, { among: callIds });
  await countAdded(db, rule, { lookedAt: callIds.length, matched, added, heldBack: matched - added });
  return added;
}

async function readerOf(db: Db, { projectId, updatedBy }: RuleRow): Promise<Reader> {
  const { entityName, name } = await db.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { entityName: true, name: true },
  });
  const actor = await actingFor(db, { userId: updatedBy, projectId, purpose: "rules" });
  const project = actor && (await findProject(db, actor, `${entityName}/${name}`));
  if (!actor || !project)
    throw new Forbidden(
      "The person who saved the rule last is not in the project any more; save it to take it over",
    );
  requirePermission(actor, project, "queues:write");
  return { actor, project };
}

async function pauseRule(db: Db, { projectId, id }: RuleRow, error: unknown): Promise<void> {
  const known = asOurError(error);
  if (!known) log.error({ err: error, rule: id }, "a rule could not look at calls");
  const problem = known?.message ?? "The service made an error, which its log shows";
  await db.prisma.queueRule.updateMany({ where: { projectId, id }, data: { isPaused: true, problem } });
  await tellProject(db, projectId, "queues");
}
