import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getThreadDetails as contract, ThreadDetails } from "#lib/contract/threads.ts";
import { sql } from "#lib/db/sql.ts";
import {
  documentOf,
  inputsForPreview,
  OUTPUT_FOR_PREVIEW,
  previewOfInputs,
  previewOfOutput,
} from "./preview.internal.ts";
import { callsWithFeedback, queuedCalls } from "./thread-conditions.internal.ts";
import { FEEDBACK_COUNTS, TOKENS } from "./turn-facts.internal.ts";
import { isTurn, startedInside } from "./turn-statistics.internal.ts";

type Input = InputOf<typeof contract>;

/** What a list shows of the threads in sight; the list itself stays cheap without it. */
export async function getThreadDetails(
  { db, project }: Ctx,
  { threadIds, ...window }: Input,
): Promise<ReplyOf<typeof contract>> {
  const ids = [...new Set(threadIds)];
  const rows = await db.query<Row>(detailsStatement(project.id, ids, window));
  return { details: rows.map(shapeRow) };
}

type Row = Omit<ThreadDetails, "firstInput" | "lastOutput"> & {
  inputs: string | null;
  output: string | null;
};

function shapeRow({ inputs, output, ...row }: Row): ThreadDetails {
  return {
    ...row,
    firstInput: previewOfInputs(documentOf(inputs), "first"),
    lastOutput: previewOfOutput(documentOf(output)),
  };
}

function detailsStatement(projectId: string, ids: string[], window: Omit<Input, "threadIds" | "projectId">) {
  const isOwnTurn = sql`${isTurn(sql`${projectId}`, window)} and c.thread_id = asked.id`;
  const isOwnCall = sql`c.thread_id = asked.id ${startedInside(window)}`;
  return sql`
    select asked.id as "threadId", first.inputs, last.output, used.tokens, failed.calls as "failedCalls",
      given.feedback, given.thumbs_up as "thumbsUp", given.thumbs_down as "thumbsDown", held.queues
    from unnest(${ids}::text[]) with ordinality asked (id, place)
    cross join lateral (
      select ${inputsForPreview("first")} as inputs from call c where ${isOwnTurn}
      order by c.started_at, c.id collate "C" limit 1) first
    cross join lateral (
      select ${OUTPUT_FOR_PREVIEW} as output from call c where ${isOwnTurn}
      order by c.ended_at desc nulls last, c.started_at desc, c.id collate "C" limit 1) last
    cross join lateral (select sum(${TOKENS}) as tokens from call c where ${isOwnTurn} and c.summary is not null) used
    cross join lateral (
      select count(*)::int as calls from call c
      where c.project_id = ${projectId} and c.exception is not null and c.deleted_at is null and ${isOwnCall}) failed
    cross join lateral (select ${FEEDBACK_COUNTS} ${callsWithFeedback(projectId)} and ${isOwnCall}) given
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]') as queues
      from (select distinct q.id, q.name ${queuedCalls(projectId)} and ${isOwnCall}) held_in) held
    where asked.id <> ''
    order by asked.place`;
}
