import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import type { RetentionUnit } from "#lib/contract/traces/retention.ts";
import { columns, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";

export type Asked = {
  projectId: string;
  unit: RetentionUnit;
  /** Only calls that started before it are looked at. */
  until: string;
};

/** A call that is old enough. */
export type OldCall = { id: string; startedAt: string; traceId: string | null; threadId: string | null };

/** The next calls in the order of their start, after the place `from`; null is before the oldest one. */
export function oldestCalls(
  db: Db,
  { projectId, until }: Asked,
  from: CallPlace | null,
  limit: number,
): Promise<OldCall[]> {
  const after = from ? sql`(c.started_at, c.id) > (${from.startedAt}::timestamptz, ${from.id})` : sql`true`;
  return db.query(sql`
    select ${columns({
      ...of("call c", "id"),
      traceId: orNull(text(sql`c.trace_id`)),
      threadId: orNull(text(sql`c.thread_id`)),
      startedAt: text(utcText(sql`c.started_at`)),
    })}
    from call c
    where c.project_id = ${projectId} and c.started_at is not null and c.deleted_at is null
      and c.started_at < ${until}::timestamptz and ${after}
    order by c.started_at, c.id limit ${limit}`);
}
