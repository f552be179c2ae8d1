import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sqlState } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { turnStatistics } from "./turn-statistics.internal.ts";

/** Notes taken in one statement: enough for a busy second, few enough to stay far from the time limit where threads are of usual size. */
const MAX_NOTES = 5_000;
const BATCH_TIMEOUT = "5s";
const QUERY_CANCELED = "57014";
/** One fold at a time: an older snapshot written last would undo a newer one. */
const FOLD_LOCK = 72707371;

/**
 * Brings the summaries of noted threads up to date and drops the notes, a batch at a time; returns how many threads were computed.
 * Each batch is one statement, so that notes and summaries are always seen to match. It is never prepared: a plan made while the
 * tables were small would walk every turn of a project for each thread. A batch that takes too long is tried again as a smaller one.
 */
export async function foldThreads(db: Db): Promise<number> {
  let threads = 0;
  for (let size = MAX_NOTES; ; ) {
    try {
      const batch = await db.transaction((tx) => foldBatch(tx, size));
      threads += batch.threads;
      if (batch.notes < size) return threads;
    } catch (error) {
      if (sqlState(error) !== QUERY_CANCELED || size === 1) throw error;
      size = Math.ceil(size / 10);
      log.warn({ notes: size }, "a fold of thread statistics took too long and continues in smaller batches");
    }
  }
}

async function foldBatch(db: Db, size: number): Promise<{ notes: number; threads: number }> {
  await db.query(sql`
    select pg_advisory_xact_lock(${FOLD_LOCK}), set_config('statement_timeout', ${BATCH_TIMEOUT}, true)`);
  const [counts] = await db.query(sql`
    with note as (
      delete from thread_dirty where id in (select id from thread_dirty order by id limit ${size})
      returning project_id, thread_id),
    thread as materialized (select distinct project_id, thread_id from note),
    fresh as materialized (
      select thread.project_id, thread.thread_id, turns.*
      from thread cross join lateral (${turnStatistics(sql`thread.project_id`, sql`thread.thread_id`)}) turns),
    kept as (
      insert into thread_stat (project_id, thread_id, turn_count, first_start, last_start, last_updated,
        first_turn_id, last_turn_id, p50_ms, p99_ms, is_start_undated, is_update_undated)
      select project_id, thread_id, turn_count, first_start, last_start, last_updated,
        first_turn_id, last_turn_id, percentiles[1], percentiles[2], is_start_undated, is_update_undated
      from fresh where turn_count > 0
      on conflict (project_id, thread_id) do update set
        turn_count = excluded.turn_count, first_start = excluded.first_start, last_start = excluded.last_start,
        last_updated = excluded.last_updated, first_turn_id = excluded.first_turn_id,
        last_turn_id = excluded.last_turn_id, p50_ms = excluded.p50_ms, p99_ms = excluded.p99_ms,
        is_start_undated = excluded.is_start_undated, is_update_undated = excluded.is_update_undated),
    emptied as (
      delete from thread_stat stat using fresh
      where stat.project_id = fresh.project_id and stat.thread_id = fresh.thread_id and fresh.turn_count = 0)
    select ${columns({ notes: int(sql`(select count(*) from note)`), threads: int(sql`(select count(*) from fresh)`) })}`);
  return counts ?? { notes: 0, threads: 0 };
}
