import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryTurns as contract, Turn } from "#lib/contract/traces/threads.ts";
import { bool, columns, float, int, json, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { FEEDBACK_COUNTS, TOKENS, thumbOf } from "#lib/traces/calls/call-totals.ts";
import { documentOf, inputsForPreview, previewOfInputs } from "#lib/traces/calls/last-said.ts";
import { queuesHolding } from "./thread-conditions.internal.ts";
import { DURATION_MS, isTurn } from "./turn-statistics.internal.ts";

type Input = InputOf<typeof contract>;

/** A stretch of a thread's turns, oldest first. */
export async function queryTurns(
  { actor, db, project }: Ctx,
  input: Input,
): Promise<ReplyOf<typeof contract>> {
  if (input.threadId === "") return { total: 0, turns: [] };
  const [rows, [counted]] = await Promise.all([
    db.query(turnsStatement({ projectId: project.id, userId: actor.userId }, input)),
    db.query(sql`
      select ${columns({ total: int(sql`count(*)`) })} from call c
      where ${isTurn(sql`${project.id}`)} and c.thread_id = ${input.threadId}`),
  ]);
  return { total: counted?.total ?? 0, turns: rows.map(shapeRow) };
}

const turnColumns = (failedInside: Sql) =>
  columns({
    ...of("call c", "id", "displayName"),
    opName: text(sql`c.op_name`),
    startedAt: text(utcText(sql`c.started_at`)),
    endedAt: orNull(text(utcText(sql`c.ended_at`))),
    durationMs: orNull(float(DURATION_MS)),
    isUndated: bool(sql`coalesce(c.is_undated, false)`),
    tokens: orNull(float(TOKENS)),
    hasError: bool(sql`c.exception is not null`),
    failedInside: int(failedInside),
    feedback: int(sql`given.feedback`),
    thumbsUp: int(sql`given.thumbs_up`),
    thumbsDown: int(sql`given.thumbs_down`),
    ownThumb: orNull(text<NonNullable<Turn["ownThumb"]>>(sql`given.own_thumb`)),
    queues: json<Turn["queues"]>(sql`held.queues`),
    inputs: orNull(text(inputsForPreview("last"))),
  });

type Row = RowOf<ReturnType<typeof turnColumns>>;

function shapeRow({ inputs, ...row }: Row): Turn {
  return { ...row, preview: previewOfInputs(documentOf(inputs), "last") };
}

/** The page is cut before anything else is read of its calls. */
function turnsStatement(
  { projectId, userId }: { projectId: string; userId: string },
  { threadId, limit, offset }: Input,
) {
  const failedInside = sql`(select count(*) from call inner_call
    where inner_call.project_id = ${projectId} and inner_call.thread_id = ${threadId} and inner_call.turn_id = page.id
      and inner_call.id <> page.id and inner_call.exception is not null and inner_call.deleted_at is null)`;
  return sql`
    with page as materialized (
      select c.id, c.started_at from call c where ${isTurn(sql`${projectId}`)} and c.thread_id = ${threadId}
      order by c.started_at, c.id collate "C" limit ${limit} offset ${offset})
    select ${turnColumns(failedInside)}
    from page
    join call c on c.project_id = ${projectId} and c.id = page.id
    cross join lateral (
      select ${FEEDBACK_COUNTS}, ${thumbOf(userId)} as own_thumb from feedback f where f.project_id = ${projectId} and f.call_id = page.id) given
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]') as queues
      from (select distinct q.id, q.name from (${queuesHolding(projectId, sql`page.id`)}) q) held_in) held
    order by page.started_at, page.id collate "C"`;
}
