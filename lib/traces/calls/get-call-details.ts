import type { Ctx } from "#lib/access/context.ts";
import { visibleItems } from "#lib/access/permissions/visible-queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { CallDetails, getCallDetails as contract } from "#lib/contract/traces/call-lists.ts";
import { bool, columns, float, int, json, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { visibleFeedback } from "#lib/traces/feedback/visible-feedback.ts";
import { callConditions } from "./call-conditions.ts";
import { COST, FEEDBACK_COUNTS, TOKENS } from "./call-totals.ts";
import { documentOf, inputsForPreview, lastSaid, OUTPUT_FOR_PREVIEW } from "./last-said.ts";

/** Details of the visible calls of a list. Separate, so that the list itself stays cheap. */
export async function getCallDetails(
  ctx: Ctx,
  { callIds, search }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const ids = [...new Set(callIds)];
  const rows = await ctx.db.query(detailsStatement(ctx, ids));
  return { details: rows.map((row) => shapeRow(row, search)) };
}

const DETAILS = columns({
  ...of("call c", "id"),
  inputs: orNull(text(inputsForPreview("last"))),
  output: orNull(text(OUTPUT_FOR_PREVIEW)),
  tokens: orNull(float(sql`case when c.summary is not null then ${TOKENS} end`)),
  cost: orNull(float(sql`case when c.summary is not null then ${COST} end`)),
  hasError: bool(sql`c.exception is not null`),
  feedback: int(sql`coalesce(given.feedback, 0)`),
  thumbsUp: int(sql`coalesce(given.thumbs_up, 0)`),
  thumbsDown: int(sql`coalesce(given.thumbs_down, 0)`),
  queues: json<CallDetails["queues"]>(sql`coalesce(held.queues, '[]')`),
});

type Row = RowOf<typeof DETAILS>;

function shapeRow({ inputs, output, ...row }: Row, search: string | undefined): CallDetails {
  return { ...row, ...lastSaid({ inputs: documentOf(inputs), output: documentOf(output) }, search) };
}

/** What hangs on the calls is counted for all at once, as for threads. */
function detailsStatement(ctx: Ctx, ids: string[]) {
  return sql`
    with given as (
      select f.call_id, ${FEEDBACK_COUNTS} from feedback f
      where f.project_id = ${ctx.project.id} and f.call_id = any(${ids}::text[]) and ${visibleFeedback(ctx)}
      group by f.call_id),
    held as (
      select call_id, json_agg(json_build_object('id', id, 'name', name) order by name, id) as queues
      from (${queueNames(ctx, sql`i.call_id`, ids)} union ${queueNames(ctx, sql`i.pair_call_id`, ids)}) held_in
      group by call_id)
    select ${DETAILS}
    from unnest(${ids}::text[]) with ordinality asked (id, place)
    join call c on c.id = asked.id
    left join given on given.call_id = c.id
    left join held on held.call_id = c.id
    where ${callConditions(ctx, {})}
    order by asked.place`;
}

function queueNames(ctx: Ctx, callId: Sql, ids: string[]): Sql {
  return sql`select ${callId} as call_id, q.id, q.name from ${visibleItems(ctx)} and ${callId} = any(${ids}::text[])`;
}
