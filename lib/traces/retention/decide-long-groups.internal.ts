import { columns, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { isTooSlow } from "#lib/platform/db/database-error.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import type { Decisions, Group, GroupKind } from "./decisions.internal.ts";
import { isNamed, isNewer, namedCalls } from "./keeps.internal.ts";
import type { Asked } from "./oldest-calls.internal.ts";

/** So many calls that something names are looked up from there; of more, each call of the group is looked at. */
const MAX_NAMED = 5_000;
/** A trace in more threads stays. */
const MAX_THREADS = 1_000;

/** Until when there is time to decide, and whether what a statement cannot decide within its own limit stays; else that is thrown. */
export type Pace = { endAt: number; isSlowKept: boolean };

/** Decides about long traces or threads, one after the other; false where time is over before all are decided. */
export async function decideLongGroups(
  db: Db,
  asked: Asked,
  kind: GroupKind,
  ids: readonly string[],
  known: Decisions,
  pace: Pace,
): Promise<boolean> {
  const named = await findNamed(db, asked, kind);
  for (const id of ids) {
    if (performance.now() > pace.endAt) return false;
    known.set(asked, kind, id, await decideInTime(db, asked, kind, id, named, pace));
  }
  return true;
}

async function decideInTime(
  db: Db,
  asked: Asked,
  kind: GroupKind,
  id: string,
  named: ReadonlySet<string> | null,
  { isSlowKept }: Pace,
): Promise<Group> {
  try {
    return await decide(db, asked, kind, id, named);
  } catch (error) {
    if (!isSlowKept || !isTooSlow(error)) throw error;
    log.warn(
      { project: asked.projectId, [kind]: id },
      "what is too long to be looked at stays for this round",
    );
    return KEPT;
  }
}

const KEPT: Group = { isKept: true, threadIds: [] };

async function decide(
  db: Db,
  asked: Asked,
  kind: GroupKind,
  id: string,
  named: ReadonlySet<string> | null,
): Promise<Group> {
  if (named?.has(id)) return KEPT;
  const has = async (condition: Sql) => (await db.query(oneOf(asked, kind, id, condition))).length > 0;
  // The index of threads ends with the start.
  if (kind === "thread" && (await has(sql`c.started_at >= ${asked.until}::timestamptz`))) return KEPT;
  if (await has(isNewer(asked))) return KEPT;
  if (!named && (await has(isNamed(asked)))) return KEPT;
  const threadIds = kind === "trace" ? await threadsOf(db, asked, id) : [];
  if (threadIds.length <= MAX_THREADS) return { isKept: false, threadIds };
  log.warn({ project: asked.projectId, trace: id }, "a trace in too many threads stays for this round");
  return KEPT;
}

function oneOf({ projectId }: Asked, kind: GroupKind, id: string, condition: Sql) {
  return sql`
    select 1 from call c where c.project_id = ${projectId} and ${groupColumn(kind)} = ${id} and c.deleted_at is null
      and ${condition} limit 1`;
}

async function threadsOf(db: Db, { projectId }: Asked, traceId: string): Promise<string[]> {
  const found = await db.query(sql`
    select ${columns({ threadId: text(sql`c.thread_id`) })} from (
      select distinct c.thread_id from call c where c.project_id = ${projectId} and c.trace_id = ${traceId} and c.thread_id <> ''
      limit ${MAX_THREADS + 1}) c`);
  return found.map(({ threadId }) => threadId);
}

/** The traces or threads of all calls that something names; null where those are many. */
async function findNamed(db: Db, asked: Asked, kind: GroupKind): Promise<ReadonlySet<string> | null> {
  const named = await db.query(
    sql`select ${columns({ id: text(sql`n.id`) })} from (${namedCalls(asked)} limit ${MAX_NAMED + 1}) n`,
  );
  if (named.length > MAX_NAMED) return null;
  const found = await db.query(sql`
    select distinct ${columns({ id: orNull(text(groupColumn(kind))) })}
    from call c where c.project_id = ${asked.projectId} and c.id = any(${named.map(({ id }) => id)}::text[])
      and c.deleted_at is null`);
  return new Set(found.flatMap(({ id }) => (id === null ? [] : [id])));
}

export function groupColumn(kind: GroupKind): Sql {
  return kind === "trace" ? sql`c.trace_id` : sql`c.thread_id`;
}
