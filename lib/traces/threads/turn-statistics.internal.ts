import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";

/** Strict bounds on when a turn or call started. */
export type Window = { afterDatetime?: string | undefined; beforeDatetime?: string | undefined };

/**
 * The statistics of one thread as a lateral row, over its turns inside `window`; `turn_count` is 0 if there are none.
 * `project` and `thread` are columns or parameters. The index `call_turn` covers everything it needs.
 *
 * `stored_at` stands for the last update of a thread whose source does not know it. It is the only thing that is read of a call itself.
 *
 * First and last turn are looked up instead of aggregated: PostgreSQL would sort the whole thread for each.
 */
export function turnStatistics(project: Sql, thread: Sql, window: Window = {}): Sql {
  const turns = sql`from call c where ${isTurn(project, window)} and c.thread_id = ${thread}`;
  return sql`
    select known.*, case when is_update_undated then (
      select stored.created_at from call stored where stored.project_id = ${project} and stored.id = last_turn_id) end as stored_at
    from (
    select count(*)::int as turn_count, min(c.started_at) as first_start, max(c.started_at) as last_start,
      coalesce(max(c.ended_at), max(c.started_at)) as last_updated,
      (select c.id ${turns} order by c.started_at, c.id collate "C" limit 1) as first_turn_id,
      (select c.id ${turns} order by c.ended_at desc nulls last, c.started_at desc, c.id collate "C" limit 1)
        as last_turn_id,
      coalesce(min(c.started_at) filter (where c.is_undated) = min(c.started_at), false) as is_start_undated,
      coalesce(case when max(c.ended_at) is null then max(c.started_at) filter (where c.is_undated) = max(c.started_at)
        else max(c.ended_at) filter (where c.is_undated) = max(c.ended_at) end, false) as is_update_undated,
      percentile_cont(array[0.5, 0.99]) within group (order by ${DURATION_MS}) as percentiles
    ${turns}) known`;
}

/** When a thread was last updated; when that was stored, where no source says so. */
export const LATEST = sql`coalesce(stored_at, last_updated)`;

/** The condition that a call (as `c`) is a turn that started inside the window. The index `call_turn` has all that it asks. */
export function isTurn(project: Sql, window: Window = {}): Sql {
  return sql`c.project_id = ${project} and c.id = c.turn_id and c.deleted_at is null
    and c.started_at is not null ${startedInside(window)}`;
}

/** The duration of a turn or call (as `c`); null if it has not ended, or its source has no duration. */
export const DURATION_MS = sql`duration_ms(c.started_at, c.ended_at, c.is_untimed)`;

/** The rest of a condition on a call (as `c`): that it started inside the window. */
export function startedInside({ afterDatetime, beforeDatetime }: Window): Sql {
  return sql`${afterDatetime === undefined ? empty : sql`and c.started_at > ${afterDatetime}::timestamptz`}
    ${beforeDatetime === undefined ? empty : sql`and c.started_at < ${beforeDatetime}::timestamptz`}`;
}
