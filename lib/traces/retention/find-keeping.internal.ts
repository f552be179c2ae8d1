import { columns, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { Decisions, GroupKind } from "./decisions.internal.ts";
import { keeps } from "./keeps.internal.ts";
import type { Asked, OldCall } from "./oldest-calls.internal.ts";

/** Notes what keeps traces and threads of these calls since that was decided: something hangs on one of these calls now, or a newer one has come. */
export async function findKeeping(
  db: Db,
  asked: Asked,
  calls: readonly OldCall[],
  known: Decisions,
): Promise<void> {
  const mayChange = (kind: GroupKind, id: string | null): id is string =>
    id !== null && known.get(asked, kind, id)?.isKept === false;
  const keep = (kind: GroupKind, id: string | null) => {
    if (mayChange(kind, id)) known.set(asked, kind, id, { isKept: true, threadIds: [] });
  };
  const decided = calls.filter(
    (call) => mayChange("trace", call.traceId) || mayChange("thread", call.threadId),
  );
  if (decided.length === 0) return;
  const kept = await keptOf(
    db,
    asked,
    decided.map(({ id }) => id),
  );
  for (const { id, traceId, threadId } of decided) {
    if (!kept.has(id)) continue;
    keep("trace", traceId);
    keep("thread", threadId);
  }
  const threadIds = new Set(
    decided.flatMap(({ threadId }) => (mayChange("thread", threadId) ? [threadId] : [])),
  );
  for (const threadId of await withNewer(db, asked, [...threadIds])) keep("thread", threadId);
}

async function keptOf(db: Db, asked: Asked, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db.query(sql`
    select ${columns(of("call c", "id"))} from call c
    where c.project_id = ${asked.projectId} and c.id = any(${[...ids]}::text[]) and ${keeps(asked)}`);
  return new Set(found.map(({ id }) => id));
}

/** The end of the index of each thread says it. */
async function withNewer(
  db: Db,
  { projectId, until }: Asked,
  threadIds: readonly string[],
): Promise<string[]> {
  if (threadIds.length === 0) return [];
  const found = await db.query(sql`
    select distinct ${columns({ threadId: text(sql`c.thread_id`) })} from call c
    where c.project_id = ${projectId} and c.thread_id = any(${[...threadIds]}::text[])
      and c.started_at >= ${until}::timestamptz and coalesce(c.deleted_at, 'infinity') = 'infinity'`);
  return found.map(({ threadId }) => threadId);
}
