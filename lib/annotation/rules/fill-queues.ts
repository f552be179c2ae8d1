import { actingFor } from "#lib/access/acting-for.ts";
import { findProject, requirePermission } from "#lib/access/permissions/require-project.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { asOurError, isRetryable, isTooSlow } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, Forbidden } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { log } from "#lib/platform/log.ts";
import { addByRule } from "./add-by-rule.internal.ts";
import { countAdded } from "./count-added.internal.ts";
import type { Reader } from "./matching-calls.internal.ts";
import { takeNotes } from "./take-notes.internal.ts";

/** Calls of one project that its rules look at together. */
const MAX_CALLS = 500;
/** A rule that is too slow for so few is too slow for all. */
const MIN_CALLS = 8;
const RULE_TIMEOUT_MS = 2_000;
/** Of all rules of a project together. */
const ROUND_TIMEOUT_MS = 30_000;

/**
 * Lets the rules look at what has been noted for them, and answers how many items they added. What is taken from the notes leaves them in the transaction that adds the
 * items and counts them, so a call is looked at once, wherever a worker dies. Where a rule is too slow for many calls, as on a busy machine, the round is undone and
 * the next one takes half as many.
 */
export async function fillQueues(db: Db, timeoutMs = RULE_TIMEOUT_MS): Promise<number> {
  let [items, size] = [0, MAX_CALLS];
  for (;;) {
    const round = { size, timeoutMs };
    const added = await db
      .transaction((tx) => fillFromNotes(tx, round), { timeoutMs: ROUND_TIMEOUT_MS })
      .catch(unlessTooMany);
    if (added === null) return items;
    if (added === "too many") size = Math.ceil(size / 2);
    else {
      items += added;
      size = Math.min(MAX_CALLS, 2 * size);
    }
  }
}

type Round = { size: number; timeoutMs: number };

/** Ends a round that took more calls than a rule can look at in its time. */
class TooMany extends Error {}

function unlessTooMany(error: unknown): "too many" {
  if (error instanceof TooMany) return "too many";
  throw error;
}

/** Null where nothing is noted. */
async function fillFromNotes(db: Db, { size, timeoutMs }: Round): Promise<number | null> {
  const noted = await takeNotes(db, size);
  if (!noted) return null;
  const { projectId, callIds } = noted;
  const rules = await db.prisma.queueRule.findMany({
    where: { projectId, isPaused: false, deletedAt: null },
    // Queues are locked in this order wherever several are.
    orderBy: [{ queueId: "asc" }, { id: "asc" }],
  });
  let items = 0;
  for (const rule of rules) items += await tryRule(db, rule, { callIds, timeoutMs });
  if (items > 0) await tellProject(db, projectId, "queues");
  return items;
}

type Look = { callIds: readonly string[]; timeoutMs: number };

/** What a rule did before it failed is undone; the others continue, and it says what was wrong. */
async function tryRule(db: Db, rule: RuleRow, look: Look): Promise<number> {
  await db.query(sql`savepoint rule`);
  try {
    const items = await applyRule(db, rule, look);
    await db.query(sql`release savepoint rule`);
    return items;
  } catch (error) {
    if (isRetryable(error)) throw error;
    if (isTooSlow(error) && look.callIds.length > MIN_CALLS) throw new TooMany();
    // Fails too where the connection is lost: then the whole round is undone, and the next one begins with the same calls.
    await db.query(sql`rollback to savepoint rule`);
    await pauseRule(db, rule, error);
    return 0;
  }
}

async function applyRule(db: Db, rule: RuleRow, { callIds, timeoutMs }: Look): Promise<number> {
  const reader = await readerOf(db, rule);
  const { kind } = await lockQueue(db, rule);
  if (kind === "pairwise")
    throw new Conflict("The queue compares pairs of calls now, which no rule can choose; delete the rule");
  await db.query(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
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
