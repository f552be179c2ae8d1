import { bool, columns, int, text, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { decideLongGroups, groupColumn, type Pace } from "./decide-long-groups.internal.ts";
import type { Decisions, Group, GroupKind } from "./decisions.internal.ts";
import { keeps } from "./keeps.internal.ts";
import type { Asked } from "./oldest-calls.internal.ts";

/** Calls of all traces or threads of a batch that are read for it; where there are more, each of these is decided by itself, and that is remembered. */
const MAX_READ = 4_000;

/** What is true of these traces or threads; null where there was no time to decide about long ones. */
export async function findGroups(
  db: Db,
  asked: Asked,
  kind: GroupKind,
  ids: readonly string[],
  known: Decisions,
  pace: Pace | null,
): Promise<ReadonlyMap<string, Group> | null> {
  const isOpen = (id: string) => known.get(asked, kind, id) === null;
  const open = ids.filter(isOpen);
  const short = await readShort(db, asked, kind, open);
  if (!short && pace && !(await decideLongGroups(db, asked, kind, open, known, pace))) return null;
  const groups = ids.map((id) => {
    const group = known.get(asked, kind, id) ?? short?.get(id);
    return [id, group ?? { isKept: true, threadIds: [] }] as const;
  });
  return new Map(groups);
}

/** Null where they have too many calls together. */
async function readShort(
  db: Db,
  asked: Asked,
  kind: GroupKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Group> | null> {
  if (ids.length === 0) return new Map();
  const found = await db.query(sql`
    with c as materialized (
      select c.id, c.trace_id, c.thread_id, c.started_at, c.created_at, c.deleted_at from call c
      where c.project_id = ${asked.projectId} and ${groupColumn(kind)} = any(${[...ids]}::text[])
      limit ${MAX_READ + 1})
    select ${columns({
      id: text(groupColumn(kind)),
      size: int(sql`count(*)`),
      isKept: bool(sql`bool_or(${keeps(asked)})`),
      threadIds: texts(sql`coalesce(array_agg(distinct c.thread_id) filter (where c.thread_id <> ''), '{}')`),
    })}
    from c group by 1`);
  if (found.reduce((sum, { size }) => sum + size, 0) > MAX_READ) return null;
  return new Map(found.map(({ id, isKept, threadIds }) => [id, { isKept, threadIds }]));
}
