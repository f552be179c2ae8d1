import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getThreadDetails as contract, ThreadDetails } from "#lib/contract/traces/threads.ts";
import { bool, columns, float, int, json, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { FEEDBACK_COUNTS, TOKENS } from "#lib/traces/calls/call-totals.ts";
import {
  documentOf,
  inputsForPreview,
  OUTPUT_FOR_PREVIEW,
  previewOfInputs,
  previewOfOutput,
} from "#lib/traces/calls/last-said.ts";
import { queuesHolding } from "./thread-conditions.internal.ts";
import { isTurn, startedInside } from "./turn-statistics.internal.ts";

type Input = InputOf<typeof contract>;

/** Details of the visible threads of a list. Separate, so that the list itself stays cheap. */
export async function getThreadDetails(
  { db, project }: Ctx,
  { threadIds, ...window }: Input,
): Promise<ReplyOf<typeof contract>> {
  const ids = [...new Set(threadIds)];
  const rows = await db.query(detailsStatement(project.id, ids, window));
  return { details: rows.map(shapeRow) };
}

const DETAILS = columns({
  threadId: text(sql`asked.id`),
  isStartUndated: bool(sql`first.undated`),
  isUpdateUndated: bool(sql`last.undated`),
  storedAt: text(utcText(sql`last.stored_at`)),
  inputs: orNull(text(sql`first.inputs`)),
  output: orNull(text(sql`last.output`)),
  tokens: orNull(float(sql`used.tokens`)),
  failedCalls: int(sql`coalesce(failed.calls, 0)`),
  feedback: int(sql`coalesce(given.feedback, 0)`),
  thumbsUp: int(sql`coalesce(given.thumbs_up, 0)`),
  thumbsDown: int(sql`coalesce(given.thumbs_down, 0)`),
  queues: json<ThreadDetails["queues"]>(sql`coalesce(held.queues, '[]')`),
});

type Row = RowOf<typeof DETAILS>;

function shapeRow({ inputs, output, ...row }: Row): ThreadDetails {
  return {
    ...row,
    firstInput: previewOfInputs(documentOf(inputs), "first"),
    lastOutput: previewOfOutput(documentOf(output)),
  };
}

/**
 * Counts the feedback and queues of all threads at once: with a statement per thread, the planner would guess each time whether to begin
 * at the thread's few calls or at all items of the project.
 */
function detailsStatement(projectId: string, ids: string[], window: Omit<Input, "threadIds" | "projectId">) {
  const isOwnTurn = sql`${isTurn(sql`${projectId}`, window)} and c.thread_id = asked.id`;
  return sql`
    with own as materialized (
      select c.thread_id, c.id, c.exception is not null as failed from call c
      where c.project_id = ${projectId} and c.thread_id = any(${ids}::text[]) and c.deleted_at is null ${startedInside(window)}),
    failed as (select thread_id, count(*)::int as calls from own where failed group by thread_id),
    given as (
      select own.thread_id, ${FEEDBACK_COUNTS}
      from own join feedback f on f.project_id = ${projectId} and f.call_id = own.id
      group by own.thread_id),
    held as (
      select thread_id, json_agg(json_build_object('id', id, 'name', name) order by name, id) as queues
      from (
        select distinct own.thread_id, q.id, q.name
        from own cross join lateral (${queuesHolding(projectId, sql`own.id`)}) q) held_in
      group by thread_id)
    select ${DETAILS}
    from unnest(${ids}::text[]) with ordinality asked (id, place)
    cross join lateral (
      select ${inputsForPreview("first")} as inputs, coalesce(c.is_undated, false) as undated from call c where ${isOwnTurn}
      order by c.started_at, c.id collate "C" limit 1) first
    cross join lateral (
      select ${OUTPUT_FOR_PREVIEW} as output, coalesce(c.is_undated, false) as undated, c.created_at as stored_at from call c where ${isOwnTurn}
      order by c.ended_at desc nulls last, c.started_at desc, c.id collate "C" limit 1) last
    cross join lateral (select sum(${TOKENS}) as tokens from call c where ${isOwnTurn} and c.summary is not null) used
    left join failed on failed.thread_id = asked.id
    left join given on given.thread_id = asked.id
    left join held on held.thread_id = asked.id
    where asked.id <> ''
    order by asked.place`;
}
