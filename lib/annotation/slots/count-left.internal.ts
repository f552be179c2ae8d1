import type { Desk } from "#lib/annotation/desk.internal.ts";
import { hasSlotFor, isFor, isSentBack } from "#lib/annotation/slots.internal.ts";
import type { reserveItems } from "#lib/contract/annotation/queue-work.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int, json } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Left = Omit<NonNullable<ReplyOf<typeof reserveItems>["left"]>, "isArchived">;
type Holder = { annotatorUserId: string; name: string; items: number; freesAt: string };

const HOLDERS = sql`(
  select coalesce(json_agg(json_build_object('annotatorUserId', h.annotator_id, 'name', coalesce(u.name, h.annotator_id),
    'items', h.items, 'freesAt', h.frees_at) order by h.frees_at, h.annotator_id), '[]')
  from holders h left join app_user u on u.id = h.annotator_id)`;

const LEFT = columns({
  forMe: int(sql`open.unanswered`),
  forOthers: int(sql`case when q.annotators_per_item is null then 0 else open.answered end`),
  inOtherHands: int(sql`(select count(*) from busy)`),
  holders: json<Holder[]>(HOLDERS),
});

/**
 * What there is still to do, of one moment. An item that somebody else has reserved or got back is looked at one by one, of which there
 * are few; the others that are open have a slot.
 */
export async function countLeft(
  db: Db,
  { projectId, queueId, annotatorId }: Desk,
  skipPolicy: string,
): Promise<Left> {
  const isAnswered = sql`(m.state = 'completed' or m.state = 'skipped' and ${skipPolicy}::text <> 'me')`;
  const [row] = await db.query(
    sql`
      with mine as materialized (
        select m.item_id from item_progress m
        where m.project_id = ${projectId} and m.queue_id = ${queueId} and m.annotator_id = ${annotatorId} and ${isAnswered}),
      open as (
        select count(*) filter (where not answered) as unanswered, count(*) filter (where answered) as answered
        from (
          select i.id in (select item_id from mine) as answered from queue_item i
          where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null and i.is_open
            and ${isFor(annotatorId)}) items),
      touched as (
        select r.item_id from item_reservation r
        where r.project_id = ${projectId} and r.queue_id = ${queueId} and r.annotator_id <> ${annotatorId}
          and r.expires_at > clock_timestamp()
        union
        select p.item_id from item_progress p
        where p.project_id = ${projectId} and p.queue_id = ${queueId} and p.annotator_id <> ${annotatorId} and ${isSentBack(sql`p`)}),
      busy as materialized (
        select i.id from touched t
        join queue_item i on i.project_id = ${projectId} and i.id = t.item_id
        join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
        where i.deleted_at is null and i.is_open and ${isFor(annotatorId)}
          and i.id not in (select item_id from mine) and not ${hasSlotFor(annotatorId)}),
      holders as (
        select r.annotator_id, count(*)::int as items, max(r.expires_at) as frees_at
        from busy b join item_reservation r on r.project_id = ${projectId} and r.item_id = b.id
        where r.annotator_id <> ${annotatorId} and r.expires_at > clock_timestamp()
        group by r.annotator_id)
      select ${LEFT}
      from annotation_queue q cross join open
      where q.project_id = ${projectId} and q.id = ${queueId}`,
    "count-left",
  );
  if (!row) return { forMe: 0, forOthers: 0, inOtherHands: 0, holders: [] };
  return { ...row, holders: row.holders.map((held) => ({ ...held, freesAt: new Date(held.freesAt) })) };
}
