import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { changesIn } from "./changes.internal.ts";

/** Notes taken in one statement. One is of an hour of a statement: of a hundred calls where they come in batches. */
const MAX_NOTES = 500;

/**
 * Adds what was noted to the kept totals, a batch at a time; returns how many notes there were. Sums commute, so that several workers may fold at
 * once: each takes notes that no other has, and rows are written in one order, so that none waits in a circle.
 */
export async function foldTotals(db: Db): Promise<number> {
  for (let notes = 0; ; ) {
    const taken = await db.transaction(foldBatch);
    notes += taken;
    if (taken < MAX_NOTES) return notes;
  }
}

async function foldBatch(db: Db): Promise<number> {
  const [counts] = await db.query(sql`
    with note as (
      delete from call_change where id in (
        select id from call_change order by id limit ${MAX_NOTES} for update skip locked)
      returning *),
    change as materialized (
      select change.*, start
      from (${changesIn(sql`from note join project p on p.id = note.project_id`)}) change
      cross join lateral (values (change.hour), ('-infinity')) span (start)),
    totals as (
      insert into call_total (project_id, start, op_name, is_root, is_turn, is_traffic, status, place, calls, bytes, tokens, with_tokens)
      select project_id, start, op_name, is_root, is_turn, is_traffic, status, place, sum(calls), sum(bytes), sum(tokens), sum(with_tokens)
      from change group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(calls) <> 0 or sum(bytes) <> 0 or sum(tokens) <> 0 or sum(with_tokens) <> 0
      order by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (project_id, start, op_name, is_root, is_turn, is_traffic, status, place) do update set
        calls = call_total.calls + excluded.calls, bytes = call_total.bytes + excluded.bytes,
        tokens = call_total.tokens + excluded.tokens, with_tokens = call_total.with_tokens + excluded.with_tokens),
    durations as (
      insert into turn_duration (project_id, place, start, is_traffic, ms, turns)
      select project_id, place, start, is_traffic, ms, sum(calls)
      from change where ms is not null group by 1, 2, 3, 4, 5 having sum(calls) <> 0
      order by 1, 2, 3, 4, 5
      on conflict (project_id, place, start, is_traffic, ms) do update set turns = turn_duration.turns + excluded.turns)
    select ${columns({ notes: int(sql`(select count(*) from note)`) })}`);
  return counts?.notes ?? 0;
}
