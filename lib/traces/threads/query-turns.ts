import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryTurns as contract, Turn } from "#lib/contract/traces/threads.ts";
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
    db.query<Row>(turnsStatement({ projectId: project.id, userId: actor.userId }, input)),
    db.query<{ total: number }>(sql`
      select count(*)::int as total from call c
      where ${isTurn(sql`${project.id}`)} and c.thread_id = ${input.threadId}`),
  ]);
  return { total: counted?.total ?? 0, turns: rows.map(shapeRow) };
}

type Row = Omit<Turn, "preview"> & { inputs: string | null };

function shapeRow({ inputs, ...row }: Row): Turn {
  return { ...row, preview: previewOfInputs(documentOf(inputs), "last") };
}

/** The page is cut before anything else is read of its calls. */
function turnsStatement(
  { projectId, userId }: { projectId: string; userId: string },
  { threadId, limit, offset }: Input,
): Sql {
  return sql`
    with page as materialized (
      select c.id, c.started_at from call c where ${isTurn(sql`${projectId}`)} and c.thread_id = ${threadId}
      order by c.started_at, c.id collate "C" limit ${limit} offset ${offset})
    select c.id, c.op_name as "opName", c.display_name as "displayName",
      ${utcText(sql`c.started_at`)} as "startedAt", ${utcText(sql`c.ended_at`)} as "endedAt",
      ${DURATION_MS} as "durationMs", coalesce(c.is_undated, false) as "isUndated",
      ${TOKENS} as tokens, c.exception is not null as "hasError",
      (select count(*)::int from call inner_call
        where inner_call.project_id = ${projectId} and inner_call.thread_id = ${threadId} and inner_call.turn_id = page.id
          and inner_call.id <> page.id and inner_call.exception is not null and inner_call.deleted_at is null) as "failedInside",
      given.feedback, given.thumbs_up as "thumbsUp", given.thumbs_down as "thumbsDown",
      given.own_thumb as "ownThumb", held.queues, ${inputsForPreview("last")} as inputs
    from page
    join call c on c.project_id = ${projectId} and c.id = page.id
    cross join lateral (
      select ${FEEDBACK_COUNTS}, ${thumbOf(userId)} as own_thumb from feedback f where f.project_id = ${projectId} and f.call_id = page.id) given
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]') as queues
      from (select distinct q.id, q.name from (${queuesHolding(projectId, sql`page.id`)}) q) held_in) held
    order by page.started_at, page.id collate "C"`;
}
