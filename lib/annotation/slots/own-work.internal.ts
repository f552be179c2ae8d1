import type { Ctx } from "#lib/access/context.ts";
import { AWAITED_FIRST, IS_AWAITED } from "#lib/annotation/awaited.internal.ts";
import { type Desk, ownReservation } from "#lib/annotation/desk.internal.ts";
import { queueOrder } from "#lib/annotation/item-order.internal.ts";
import { itemColumns, itemJoins } from "#lib/annotation/item-rows.internal.ts";
import type { OwnWork, ReservedItem } from "#lib/contract/annotation/queue-work.ts";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import type { DeskRules } from "./require-annotator.internal.ts";

type Reader = Pick<Ctx, "db" | "actor" | "project">;
/** An item of the queue with the actor's own work on it; null where the queue has none of that id. */
export async function findOwnWork(
  ctx: Reader,
  { queueId, itemId }: { queueId: string; itemId: string },
): Promise<{ item: QueueItem; own: OwnWork } | null> {
  const [row] = await ctx.db.query(
    sql`
      select ${columns({ ...itemColumns(ctx), own: OWN_WORK })}
      from queue_item i ${itemJoins(ctx)}
      where i.project_id = ${ctx.project.id} and i.queue_id = ${queueId} and i.id = ${itemId} and i.deleted_at is null`,
    "find-own-work",
  );
  if (!row) return null;
  const { own, ...item } = row;
  return { item: { ...item, positionInQueue: null }, own };
}

/** What the annotator has reserved, in the order in which it should be done; `first` is put before the rest. */
export async function listReserved(
  ctx: Reader,
  desk: Desk,
  { rules, first }: { rules: DeskRules; first: string | undefined },
): Promise<ReservedItem[]> {
  const rows = await ctx.db.query(
    sql`
    select ${columns({
      ...itemColumns(ctx),
      own: OWN_WORK,
      suggestions: SUGGESTIONS,
      ...of("item_reservation r", "expiresAt"),
    })}
    from item_reservation r
    join queue_item i on i.project_id = r.project_id and i.id = r.item_id and i.deleted_at is null
    ${itemJoins(ctx)}
    where ${ownReservation(desk)} and r.expires_at > clock_timestamp()
    order by i.id is distinct from ${first ?? null}, ${RANK}, ${SKIPPED_AT}, ${AWAITED_FIRST}, ${queueOrder(rules.itemOrder, desk.annotatorId)}`,
    `reserved-${rules.itemOrder}`,
  );
  return rows.map(({ own, suggestions, expiresAt, ...item }) => ({
    item: { ...item, positionInQueue: null },
    own,
    expiresAt,
    suggestions,
  }));
}

const OWN_WORK = json<OwnWork>(sql`json_build_object(
  'revision', coalesce(mine.revision, 0), 'skipReason', mine.skip_reason, 'isFlagged', coalesce(mine.is_flagged, false),
  'flagNote', coalesce(mine.flag_note, ''), 'activeMs', coalesce(mine.active_ms, 0), 'sentBack', mine.sent_back,
  'askedAgain', array(
    select asked.ref from unnest(q.scorer_refs) with ordinality as asked (ref, place)
    where substring(asked.ref from '/object/([^/:]+)') = any(mine.asked_again) order by asked.place))`);

/** What is suggested to annotators, where the queue shows it. */
const SUGGESTIONS = json<ReservedItem["suggestions"]>(sql`case when q.shows_suggestions then (
  select coalesce(json_agg(json_build_object('fieldRef', s.field_ref, 'value', s.value, 'probability', s.probability)
    order by s.field_ref), '[]')
  from item_suggestion s
  where s.project_id = i.project_id and s.item_id = i.id and not s.is_hidden) else '[]'::json end`);

/** What was skipped comes back in the order of skipping. */
const SKIPPED_AT: Sql = sql`case when mine.state = 'skipped' then mine.finished_at end`;

/** Sent back, begun, waited for, assigned, the rest, done or skipped; as `takeNext` looks for them. */
const RANK: Sql = sql`case
  when mine.state in ('completed', 'skipped') then 5
  when mine.state = 'in_progress' then 1
  when mine.sent_back is not null then 0
  when ${IS_AWAITED} then 2
  when i.assigned_to is not null then 3
  else 4 end`;
