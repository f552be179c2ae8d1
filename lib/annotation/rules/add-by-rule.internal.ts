import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { matchingCalls, type Reader, roomOf } from "./matching-calls.internal.ts";

/** Among these calls, or among all that are stored, and then the newest ones. */
type Which = { among: readonly string[] } | { newest: number };
export type Added = { matched: number; added: number };

/** Makes items of what the rule wants, and counts it; the caller holds the queue's lock. */
export async function addByRule(db: Db, reader: Reader, rule: RuleRow, which: Which): Promise<Added> {
  const { id, projectId, queueId, displayFields, updatedBy } = rule;
  const among = "among" in which ? which.among : null;
  const order = among ? sql`started_at, id` : sql`started_at desc, id desc`;
  const most = among ? among.length : "newest" in which ? which.newest : 0;
  const [counts] = await db.query(sql`
    with wanted as materialized (
      select m.* from (${matchingCalls(reader, rule, among)}) m where m.in_rate and not m.queued and not m.removed),
    chosen as (
      select * from wanted order by ${order} limit least(${most}::int, ${roomOf(rule)})),
    added as (
      insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_ended_at, call_op_name, call_trace_id,
        display_fields, added_by, rule_id, created_at, updated_at)
      select new_queue_item_id(), ${projectId}, ${queueId}, id, started_at, ended_at, op_name, coalesce(trace_id, ''),
        ${displayFields}, ${updatedBy}, ${id}, statement_timestamp(), statement_timestamp()
      from chosen order by started_at, id
      on conflict (project_id, queue_id, call_id, coalesce(pair_call_id, '')) where deleted_at is null do nothing
      returning 1)
    select ${columns({
      matched: int(sql`(select count(*) from wanted)`),
      added: int(sql`(select count(*) from added)`),
    })}`);
  return counts ?? { matched: 0, added: 0 };
}
