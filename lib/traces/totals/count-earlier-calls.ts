import { columns, field, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { FACT_LISTS } from "./call-facts.internal.ts";

/** Calls counted in one statement, which reads their documents: writers of the project wait for so long at most. */
const MAX_CALLS = 1_000;

/**
 * Notes the next calls of one project that are older than the totals, as if they came now, and remembers how far it is: after a crash the next
 * worker continues from there. False where every call is counted.
 *
 * Each change of a call holds the project's row until it commits (`note_counts_of_changed_calls`). So the statement that reads here begins when
 * no change is half done, and a later one sees whether its call was counted.
 */
export async function countEarlierCalls(db: Db, maxCalls = MAX_CALLS): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [backlog] = await tx.query(sql`
      select ${columns({ projectId: field("total_backfill", "projectId"), upTo: field("total_backfill", "upTo") })}
      from total_backfill order by project_id limit 1 for update skip locked`);
    if (!backlog) return false;
    const { projectId, upTo } = backlog;
    const [batch] = await tx.query(sql`
      with batch as materialized (
        select * from call where project_id = ${projectId} and id > ${upTo} order by id limit ${maxCalls}),
      noted as (
        insert into call_change (project_id, hour, sign, op_names, are_roots, are_turns, are_traffic, statuses, ms, bytes, tokens)
        select c.project_id, date_trunc('hour', c.started_at, 'UTC'), 1, ${FACT_LISTS}
        from batch c where c.started_at is not null and c.deleted_at is null group by 1, 2)
      select ${columns({ last: orNull(text(sql`max(id)`)) })} from batch`);
    if (batch?.last)
      await tx.prisma.totalBackfill.update({ where: { projectId }, data: { upTo: batch.last } });
    else await tx.prisma.totalBackfill.delete({ where: { projectId } });
    return true;
  });
}
