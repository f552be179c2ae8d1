import type { Ctx } from "#lib/access/context.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, InvalidRequest } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";

type Endpoint = typeof contract.addQueuePairs;
type Pair = InputOf<Endpoint>["pairs"][number];
type Request = { projectId: string; queueId: string; addedBy: string; displayFields: string[] };

/** Adds the pairs of which both calls are there and which the queue does not have, in their order. The queue's lock keeps others out. */
export function addQueuePairs(
  { db, actor, project }: Ctx,
  { queueId, pairs, displayFields }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  requireTwo(pairs);
  const request = { projectId: project.id, queueId, addedBy: actor.userId, displayFields };
  return db.transaction(async (tx) => {
    const { kind } = await lockQueue(tx, request);
    if (kind !== "pairwise")
      throw new Conflict(`Queue ${queueId} judges single calls; add pairs to a queue of the kind pairwise`);
    const missing = await missingCalls(tx, project.id, pairs);
    const absent = new Set(missing);
    const whole = pairs.filter(({ callId, pairCallId }) => !absent.has(callId) && !absent.has(pairCallId));
    const addedCount = await insertPairs(tx, request, withoutRepeats(whole));
    if (addedCount > 0) await tellProject(tx, project.id, "queues");
    return { addedCount, duplicates: whole.length - addedCount, missing };
  });
}

function requireTwo(pairs: readonly Pair[]): void {
  const text = "it is the same as call_id; a pair needs two calls";
  const problems = pairs.flatMap(({ callId, pairCallId }, index) =>
    callId === pairCallId
      ? [problemAt(["body", "pairs", index, "pair_call_id"], { type: "value_error", text })]
      : [],
  );
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

/** In the order in which they are first named. */
async function missingCalls(db: Db, projectId: string, pairs: readonly Pair[]): Promise<string[]> {
  const ids = [...new Set(pairs.flatMap(({ callId, pairCallId }) => [callId, pairCallId]))];
  const rows = await db.query(sql`
    select ${columns({ id: text(sql`asked.id`) })} from unnest(${ids}::text[]) with ordinality as asked (id, place)
    where not exists (
      select from call c
      where c.project_id = ${projectId} and c.id = asked.id
        and c.op_name is not null and c.started_at is not null and c.deleted_at is null)
    order by asked.place`);
  return rows.map(({ id }) => id);
}

/** The same two calls in either order are one comparison. */
function withoutRepeats(pairs: readonly Pair[]): Pair[] {
  const byCalls = new Map<string, Pair>();
  for (const pair of pairs) {
    const key = [pair.callId, pair.pairCallId].sort().join(" ");
    if (!byCalls.has(key)) byCalls.set(key, pair);
  }
  return [...byCalls.values()];
}

async function insertPairs(db: Db, request: Request, pairs: readonly Pair[]): Promise<number> {
  const { projectId, queueId, addedBy, displayFields } = request;
  const added = await db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, pair_call_id, call_started_at, call_ended_at, call_op_name,
      call_trace_id, display_fields, added_by, created_at, updated_at)
    select asked.item_id, c.project_id, ${queueId}, c.id, asked.pair_call_id, c.started_at, c.ended_at, c.op_name,
      coalesce(c.trace_id, ''), ${displayFields}, ${addedBy}, statement_timestamp(), statement_timestamp()
    from unnest(${pairs.map(({ callId }) => callId)}::text[], ${pairs.map(({ pairCallId }) => pairCallId)}::text[],
      ${pairs.map(() => newId())}::text[]) with ordinality as asked (call_id, pair_call_id, item_id, place)
    join call c on c.project_id = ${projectId} and c.id = asked.call_id
    where not exists (
      select from queue_item i
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null
        and i.call_id = asked.pair_call_id and i.pair_call_id = asked.call_id)
    order by asked.place
    on conflict (project_id, queue_id, call_id, coalesce(pair_call_id, '')) where deleted_at is null do nothing
    returning 1`);
  return added.length;
}
