import type { Ctx } from "#lib/access/context.ts";
import { lockArrivals } from "#lib/annotation/lock-arrivals.internal.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.addQueueItems;
type Request = { projectId: string; queueId: string; addedBy: string; displayFields: string[] };

/** Adds the calls that are there and writes down the others, which a trigger on `call` adds when they arrive. */
export function addQueueItems(
  { db, actor, project }: Ctx,
  { queueId, callIds, displayFields }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const request = { projectId: project.id, queueId, addedBy: actor.userId, displayFields };
  const ids = [...new Set(callIds)];
  return db.transaction(async (tx) => {
    const { kind } = await lockQueue(tx, request);
    if (kind === "pairwise")
      throw new Conflict(
        `Queue ${queueId} compares pairs of calls; add pairs, or use a queue for single calls`,
      );
    await tellProject(tx, project.id, "queues");
    const added = await addArrived(tx, request, ids);
    const missing = added < ids.length ? await withoutKnown(tx, request, ids) : [];
    if (missing.length === 0) return { addedCount: added, duplicates: ids.length - added, pending: [] };
    await lockArrivals(tx, project.id);
    const addedLate = await addArrived(tx, request, missing);
    const pending = addedLate < missing.length ? await withoutKnown(tx, request, missing) : [];
    await writeDown(tx, request, pending);
    const addedCount = added + addedLate;
    return { addedCount, duplicates: ids.length - addedCount - pending.length, pending };
  });
}

/** Makes items of those calls that exist and are no items yet, in the order of `ids`; gives their number. */
async function addArrived(db: Db, request: Request, ids: string[]): Promise<number> {
  const { projectId, queueId, addedBy, displayFields } = request;
  const added = await db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_ended_at, call_op_name, call_trace_id,
      display_fields, added_by, created_at, updated_at)
    select asked.item_id, c.project_id, ${queueId}, c.id, c.started_at, c.ended_at, c.op_name, coalesce(c.trace_id, ''),
      ${displayFields}, ${addedBy}, statement_timestamp(), statement_timestamp()
    from unnest(${ids}::text[], ${ids.map(() => newId())}::text[]) with ordinality as asked (call_id, item_id, place)
    join call c on c.project_id = ${projectId} and c.id = asked.call_id
    where c.op_name is not null and c.started_at is not null and c.deleted_at is null
    order by asked.place
    on conflict (project_id, queue_id, call_id, coalesce(pair_call_id, '')) where deleted_at is null do nothing
    returning 1`);
  return added.length;
}

/** Those of `ids` that are neither items of the queue nor awaited by it, in their order. */
async function withoutKnown(db: Db, { projectId, queueId }: Request, ids: string[]): Promise<string[]> {
  const rows = await db.query(sql`
    select ${columns({ id: text(sql`asked.id`) })} from unnest(${ids}::text[]) with ordinality as asked (id, place)
    where not exists (
        select from queue_item i
        where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.call_id = asked.id and i.deleted_at is null)
      and not exists (
        select from pending_queue_call p
        where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.call_id = asked.id)
    order by asked.place`);
  return rows.map((row) => row.id);
}

async function writeDown(db: Db, request: Request, ids: string[]): Promise<void> {
  const { projectId, queueId, addedBy, displayFields } = request;
  if (ids.length === 0) return;
  await db.prisma.pendingQueueCall.createMany({
    data: ids.map((callId) => ({ projectId, queueId, callId, displayFields, addedBy })),
  });
}
