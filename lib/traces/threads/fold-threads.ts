import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sqlState } from "#lib/platform/db/database-error.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { countMarks } from "./thread-marks.internal.ts";
import { turnStatistics } from "./turn-statistics.internal.ts";

/** Notes taken in one statement: enough for a busy second, few enough to stay far from the time limit where threads are of usual size. */
const MAX_NOTES = 5_000;
const BATCH_TIMEOUT = "5s";
const QUERY_CANCELED = "57014";
/** One fold at a time: an older snapshot written last would undo a newer one. */
export const FOLD_LOCK = 72707375;

/**
 * Brings the summaries of noted threads up to date and drops the notes, a batch at a time; returns how many threads were computed.
 * Each batch is one statement, so that notes and summaries are always seen to match. It is never prepared: a plan made while the
 * tables were small would walk every turn of a project for each thread. A batch that takes too long is tried again as a smaller one, with fresh statistics.
 */
export async function foldThreads(db: Db): Promise<number> {
  // Most of the time nothing is noted, and to plan the statement for that takes longer than all else that an idle service does.
  if (!(await isNoted(db))) return 0;
  let threads = 0;
  for (let size = MAX_NOTES; ; ) {
    try {
      const batch = await db.transaction((tx) => foldBatch(tx, size));
      threads += batch.threads;
      if (batch.notes < size) return threads;
    } catch (error) {
      if (sqlState(error) !== QUERY_CANCELED || size === 1) throw error;
      // Right after a load PostgreSQL knows nothing of the calls, and reads all of a project for each of its threads.
      if (size === MAX_NOTES) await countRows(db);
      size = Math.ceil(size / 10);
      log.warn({ notes: size }, "a fold of thread statistics took too long and continues in smaller batches");
    }
  }
}

async function isNoted(db: Db): Promise<boolean> {
  const noted = await db.query(sql`
    select 1 where exists (select from thread_dirty) or exists (select from call_marked where ${IS_DUE})`);
  return noted.length > 0;
}

/** It may take too long itself where there are many millions; then smaller batches have to do. */
async function countRows(db: Db): Promise<void> {
  try {
    await db.query(sql`select count_rows_of_calls()::text`);
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
  }
}

/** What hangs on the calls is counted where a note says that it may have changed, and left as it is elsewhere: counting it reads all calls of a thread. */
const KEPT_MARKS = join(
  ["feedback", "first_given", "last_given", "queue_items", "first_queued", "last_queued"].map((name) => {
    const column = sql([name]);
    return sql`${column} = case when excluded.feedback is null then thread_stat.${column} else excluded.${column} end`;
  }),
);

/**
 * A note may be seen before its call, whose transaction saw no feedback either: it is looked at again when each transaction has ended that is
 * older than the first look. Then the call is there, or it comes later and sees the feedback itself. What waits for a transaction that
 * this server has not reached comes from another server, by a restored backup.
 */
const IS_DUE = sql`(waits_for is null or waits_for <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  or waits_for > pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;

async function foldBatch(db: Db, size: number): Promise<{ notes: number; threads: number }> {
  await db.query(sql`
    select pg_advisory_xact_lock(${FOLD_LOCK}), set_config('statement_timeout', ${BATCH_TIMEOUT}, true)`);
  const [project, thread, hasMarks] = [sql`thread.project_id`, sql`thread.thread_id`, sql`thread.has_marks`];
  const [counts] = await db.query(sql`
    with touched as (
      delete from thread_dirty where id in (select id from thread_dirty order by id limit ${size})
      returning project_id, thread_id, has_marks),
    marked as materialized (
      select marked.*, c.id is not null as has_call, c.thread_id
      from (select * from call_marked where ${IS_DUE} order by id limit ${size}) marked
      left join lateral (
        select id, thread_id from call where call.project_id = marked.project_id and call.id = marked.call_id offset 0) c on true),
    settled as (
      delete from call_marked using marked
      where call_marked.id = marked.id and (marked.has_call or marked.waits_for is not null)),
    waiting as (
      update call_marked set waits_for = pg_current_xact_id()::text::bigint from marked
      where call_marked.id = marked.id and not marked.has_call and marked.waits_for is null),
    note as (
      select project_id, thread_id, has_marks from touched
      union all select project_id, thread_id, true from marked where thread_id <> ''),
    thread as materialized (
      select note.project_id, note.thread_id, bool_or(note.has_marks or stat.feedback is null) as has_marks
      from note left join thread_stat stat on stat.project_id = note.project_id and stat.thread_id = note.thread_id group by 1, 2),
    fresh as materialized (
      select ${project}, ${thread}, turns.*,
        failed.count as failed_calls, failed.of_turns as failed_turns, failed.first as first_failed, failed.last as last_failed,
        given.count as feedback, given.first as first_given, given.last as last_given,
        queued.count as queue_items, queued.first as first_queued, queued.last as last_queued
      from thread cross join lateral (${turnStatistics(project, thread)}) turns
      cross join lateral (${countMarks("failed", { project, thread })}) failed
      cross join lateral (${countMarks("given", { project, thread }, hasMarks)}) given
      cross join lateral (${countMarks("queued", { project, thread }, hasMarks)}) queued),
    kept as (
      insert into thread_stat (project_id, thread_id, turn_count, first_start, last_start, last_updated,
        first_turn_id, last_turn_id, p50_ms, p99_ms, is_start_undated, is_update_undated, stored_at,
        failed_calls, failed_turns, first_failed, last_failed, feedback, first_given, last_given, queue_items, first_queued, last_queued)
      select project_id, thread_id, turn_count, first_start, last_start, last_updated,
        first_turn_id, last_turn_id, percentiles[1], percentiles[2], is_start_undated, is_update_undated, stored_at,
        failed_calls, failed_turns, first_failed, last_failed, feedback, first_given, last_given, queue_items, first_queued, last_queued
      from fresh where turn_count > 0
      on conflict (project_id, thread_id) do update set
        turn_count = excluded.turn_count, first_start = excluded.first_start, last_start = excluded.last_start,
        last_updated = excluded.last_updated, first_turn_id = excluded.first_turn_id,
        last_turn_id = excluded.last_turn_id, p50_ms = excluded.p50_ms, p99_ms = excluded.p99_ms,
        is_start_undated = excluded.is_start_undated, is_update_undated = excluded.is_update_undated,
        stored_at = excluded.stored_at,
        failed_calls = excluded.failed_calls, failed_turns = excluded.failed_turns,
        first_failed = excluded.first_failed, last_failed = excluded.last_failed,
        ${KEPT_MARKS}),
    emptied as (
      delete from thread_stat stat using fresh
      where stat.project_id = fresh.project_id and stat.thread_id = fresh.thread_id and fresh.turn_count = 0)
    select ${columns({
      notes: int(sql`greatest((select count(*) from touched), (select count(*) from marked))`),
      threads: int(sql`(select count(*) from fresh)`),
    })}`);
  return counts ?? { notes: 0, threads: 0 };
}
