import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { CALL_FACTS } from "./call-facts.internal.ts";
import { changesIn } from "./changes.internal.ts";
import { placeOf } from "./duration-ranges.ts";

/** Bounds on when a call started, each with whether a call at the very time is inside. */
export type Span = { after?: Bound | undefined; before?: Bound | undefined };
export type Bound = { at: string; isInside: boolean };

/** Calls of a project as rows that each stand for `calls` of them, with `op_name`, `is_root`, `is_turn`, `is_traffic`, `status` and `place`. */
export function keptCalls(projectId: string, span: Span): Sql {
  const counts = sql`op_name, is_root, is_turn, is_traffic, status, place, calls, bytes, tokens, with_tokens`;
  return sql`(
    select ${counts} from call_total where project_id = ${projectId} and ${areKept(span)}
    union all select ${counts} from (${newChanges(projectId, span)}) change
    ${edgesOf(
      projectId,
      span,
      (calls) => sql`
    union all select op_name, is_root, is_turn, is_traffic, status, coalesce(${placeOf(sql`ms`)}, 0)::int2, 1, bytes,
      coalesce(tokens, 0), case when tokens is null then 0 else 1 end from (select ${CALL_FACTS} ${calls}) fact`,
    )})`;
}

/** The durations of turns in one range, as rows of `ms` and `turns`; `isTraffic` is a condition on `is_traffic`. */
export function keptDurations(
  projectId: string,
  span: Span,
  { place, isTraffic }: { place: Sql; isTraffic: Sql },
): Sql {
  return sql`(
    select ms, turns from turn_duration where project_id = ${projectId} and place = ${place} and ${areKept(span)} and ${isTraffic}
    union all select ms, calls from (${newChanges(projectId, span)}) change where ms is not null and place = ${place} and ${isTraffic}
    ${edgesOf(
      projectId,
      span,
      (calls) => sql`
    union all select ms, 1 from (select ${CALL_FACTS} ${calls}) fact
      where ms is not null and ${placeOf(sql`ms`)} = ${place} and ${isTraffic}`,
    )})`;
}

/** What was noted since the last fold, of the hours that the totals answer for. */
function newChanges(projectId: string, span: Span): Sql {
  return changesIn(sql`from (
    select * from call_change where project_id = ${projectId} and ${areWhole(sql`hour`, span)}) note`);
}

function areKept(span: Span): Sql {
  if (!span.after && !span.before) return sql`start = '-infinity'`;
  return sql`start > '-infinity' and ${areWhole(sql`start`, span)}`;
}

/** That an hour lies in the span as a whole; none does where both bounds are in one. */
function areWhole(hour: Sql, { after, before }: Span): Sql {
  const bounds = [after && sql`${hour} >= ${firstHour(after)}`, before && sql`${hour} < ${lastHour(before)}`];
  return join([sql`true`, ...bounds.flatMap((bound) => bound ?? [])], " and ");
}

/** The first hour that begins inside for certain, and the one in which the span ends. */
function firstHour({ at }: Bound): Sql {
  return sql`(date_trunc('hour', ${at}::timestamptz, 'UTC') + interval '1 hour')`;
}
function lastHour({ at }: Bound): Sql {
  return sql`date_trunc('hour', ${at}::timestamptz, 'UTC')`;
}

/** The calls before the first and after the last whole hour, which are read themselves: `from call c …`, for each end of the span. */
function edgesOf(projectId: string, span: Span, rows: (calls: Sql) => Sql): Sql {
  const { after, before } = span;
  const ends = [
    after && sql`c.started_at < ${firstHour(after)}`,
    // What the first edge has already is left out.
    before &&
      sql`c.started_at >= ${after ? sql`greatest(${firstHour(after)}, ${lastHour(before)})` : lastHour(before)}`,
  ].flatMap((end) => end ?? []);
  if (ends.length === 0) return empty;
  const inside = sql`c.project_id = ${projectId} and c.deleted_at is null and c.started_at is not null and ${startedIn(span)}`;
  return join(
    ends.map((end) => rows(sql`from call c where ${inside} and ${end}`)),
    " ",
  );
}

function startedIn({ after, before }: Span): Sql {
  const bounds = [
    after && sql`c.started_at ${after.isInside ? sql`>=` : sql`>`} ${after.at}::timestamptz`,
    before && sql`c.started_at ${before.isInside ? sql`<=` : sql`<`} ${before.at}::timestamptz`,
  ];
  return join(
    bounds.flatMap((bound) => bound ?? []),
    " and ",
  );
}
