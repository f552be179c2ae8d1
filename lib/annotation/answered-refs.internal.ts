import { columns, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/**
 * References of all fields that were answered in a queue, in order. It goes from one to the next in the index, since a queue has few fields and may have
 * a hundred thousand answers.
 */
export function answeredRefs(projectId: string, queueId: string) {
  const next = sql`
    select f.annotation_ref from feedback f
    where f.project_id = ${projectId} and f.queue_id = ${queueId}`;
  const first = sql`order by f.annotation_ref limit 1`;
  return sql`
    with recursive answered (ref) as (
      (${next} and f.annotation_ref is not null ${first})
      union all
      select (${next} and f.annotation_ref > a.ref ${first}) from answered a where a.ref is not null)
    select ${columns({ ref: text(sql`ref`) })} from answered where ref is not null`;
}
