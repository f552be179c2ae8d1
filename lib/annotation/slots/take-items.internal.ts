import { AWAITED_ORDER, IS_AWAITED } from "#lib/annotation/awaited.internal.ts";
import { type Desk, EXPIRY, isStillOpen } from "#lib/annotation/desk.internal.ts";
import { queueOrder, stretchesOf } from "#lib/annotation/item-order.internal.ts";
import { hasSlotFor, isFor } from "#lib/annotation/slots.internal.ts";
import { bool, columns, field, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import type { DeskRules } from "./require-annotator.internal.ts";

/** Items to look for, first to last; `mine` is the annotator's own progress, where `from` joins it. */
type Source = { name: string; from: Sql; condition: Sql; order: Sql };

/**
 * Reserves up to `most` further items for the annotator: those sent back or begun, those that a training run waits for, those assigned,
 * whatever else there is, and skipped ones where the queue brings them back; each in the queue's order. Items that others look at this moment are passed over; only where that
 * leaves nothing, and `mayWait` says that the transaction holds no lock that others may wait for, they are waited for.
 */
export async function takeNext(
  db: Db,
  desk: Desk,
  { rules, most, mayWait }: { rules: DeskRules; most: number; mayWait: boolean },
): Promise<string[]> {
  if (most <= 0) return [];
  const sources = [...(await firstSources(db, desk, rules)), ...otherSources(desk, rules)];
  const taken = await takeFrom(db, desk, { sources, most, waits: false });
  if (taken.length > 0 || !mayWait) return taken;
  return takeFrom(db, desk, { sources, most: 1, waits: true });
}

type Taking = { sources: Source[]; most: number; waits: boolean };

/** What was locked is looked at once more, in a statement that sees everything committed before the lock; what others have is passed. */
async function takeFrom(db: Db, desk: Desk, { sources, most, waits }: Taking): Promise<string[]> {
  const taken: string[] = [];
  for (const source of sources)
    while (taken.length < most) {
      const found = await lockCandidates(db, desk, { source, most: most - taken.length, waits });
      if (found.length === 0) break;
      taken.push(...(await grant(db, desk, found)));
    }
  return taken;
}

/** What comes before the queue's own items, as far as there is any: most often there is none, which one statement finds out. */
async function firstSources(db: Db, desk: Desk, { itemOrder }: DeskRules): Promise<Source[]> {
  const order = queueOrder(itemOrder, desk.annotatorId);
  const own = joinOwn(desk);
  const isBegun = sql`(mine.state = 'in_progress' or mine.state = 'unstarted' and mine.sent_back is not null)`;
  const begun = {
    name: `begun-${itemOrder}`,
    from: own,
    condition: isBegun,
    order: sql`mine.state, ${order}`,
  };
  const awaited = {
    name: "awaited",
    from: empty,
    condition: sql`${IS_AWAITED} and ${isFresh(desk)}`,
    order: AWAITED_ORDER,
  };
  const assigned = {
    name: `assigned-${itemOrder}`,
    from: empty,
    condition: sql`i.assigned_to = ${desk.annotatorId} and ${isFresh(desk)}`,
    order,
  };
  const holdsAny = ({ from, condition }: Source) =>
    bool(sql`exists (select ${candidates(desk, { from, condition })})`);
  const [any] = await db.query(
    sql`select ${columns({ begun: holdsAny(begun), awaited: holdsAny(awaited), assigned: holdsAny(assigned) })}`,
    "first-sources",
  );
  return [
    ...(any?.begun ? [begun] : []),
    ...(any?.awaited ? [awaited] : []),
    ...(any?.assigned ? [assigned] : []),
  ];
}

function otherSources(desk: Desk, { itemOrder, skipPolicy }: DeskRules): Source[] {
  const rest = stretchesOf(itemOrder, desk.annotatorId).map((stretch) => ({
    name: `rest-${stretch.name}`,
    from: empty,
    condition: sql`i.assigned_to is null and ${stretch.condition} and ${isFresh(desk)}`,
    order: stretch.order,
  }));
  const skipped = {
    name: "skipped",
    from: joinOwn(desk),
    condition: sql`mine.state = 'skipped'`,
    order: sql`mine.finished_at, i.position`,
  };
  return [...rest, ...(skipPolicy === "me" ? [skipped] : [])];
}

function joinOwn({ annotatorId }: Desk): Sql {
  return sql`join item_progress mine
    on mine.project_id = i.project_id and mine.item_id = i.id and mine.queue_id = i.queue_id and mine.annotator_id = ${annotatorId}`;
}

/** Whether the annotator has done nothing with the item. */
function isFresh({ annotatorId }: Desk): Sql {
  return sql`not exists (
    select from item_progress p
    where p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = ${annotatorId}
      and (p.state <> 'unstarted' or p.sent_back is not null))`;
}

async function lockCandidates(
  db: Db,
  desk: Desk,
  { source, most, waits }: { source: Source; most: number; waits: boolean },
): Promise<string[]> {
  const rows = await db.query(
    sql`select ${columns(of("queue_item i", "id"))} ${candidates(desk, source)}
      order by ${source.order} limit ${most}
      for no key update of i ${waits ? empty : sql`skip locked`}`,
    `take-${source.name}${waits ? "-waiting" : ""}`,
  );
  return rows.map((row) => row.id);
}

/** The open items (as `i`) of a source that the annotator does not hold and that have a slot for them. */
function candidates(desk: Desk, { from, condition }: Pick<Source, "from" | "condition">): Sql {
  const { projectId, queueId, annotatorId } = desk;
  return sql`from queue_item i
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    ${from}
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null and i.is_open
      and ${isFor(annotatorId)} and ${condition}
      and not exists (
        select from item_reservation r
        where r.project_id = i.project_id and r.item_id = i.id and r.annotator_id = ${annotatorId}
          and r.expires_at > clock_timestamp())
      and i.id not in (${fullOfOthers(desk)}) and ${hasSlotFor(annotatorId)}`;
}

/**
 * The items that have no slot because as many others hold them as the queue wants answers at most. Where many work at once, the first items of a queue are like that; to ask of
 * each one whether it has a slot takes most of the time.
 */
function fullOfOthers({ projectId, queueId, annotatorId }: Desk): Sql {
  return sql`
    select r.item_id from item_reservation r
    where r.project_id = ${projectId} and r.queue_id = ${queueId} and r.annotator_id <> ${annotatorId}
      and r.expires_at > clock_timestamp()
    group by r.item_id
    having count(*) >= (
      select held.annotators_per_item from annotation_queue held where held.project_id = ${projectId} and held.id = ${queueId})`;
}

/** Reserves those of the locked items that still have a slot for the annotator, and that the annotator has not just answered. */
async function grant(db: Db, desk: Desk, itemIds: readonly string[]): Promise<string[]> {
  const isUnanswered = sql`not exists (
    select from item_progress p
    where p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = ${desk.annotatorId}
      and (p.state = 'completed' or p.state = 'skipped' and q.skip_policy <> 'me'))`;
  return reserve(db, desk, { itemIds, which: "unanswered", condition: isUnanswered });
}

/** Reserves the locked items, answered by the annotator or not, as far as they have a slot for them; gives the ids of those. */
export function reserveLocked(db: Db, desk: Desk, itemIds: readonly string[]): Promise<string[]> {
  return reserve(db, desk, { itemIds, which: "locked", condition: sql`true` });
}

async function reserve(
  db: Db,
  desk: Desk,
  { itemIds, which, condition }: { itemIds: readonly string[]; which: string; condition: Sql },
): Promise<string[]> {
  const { projectId, queueId, annotatorId } = desk;
  const rows = await db.query(
    sql`
    insert into item_reservation (project_id, item_id, annotator_id, queue_id, reserved_at, expires_at)
    select i.project_id, i.id, ${annotatorId}, i.queue_id, clock_timestamp(), ${EXPIRY}
    from queue_item i join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = any(${itemIds}::text[])
      and i.deleted_at is null and ${isStillOpen(desk)} and ${condition}
    on conflict (project_id, item_id, annotator_id)
    do update set reserved_at = excluded.reserved_at, expires_at = excluded.expires_at
    returning ${columns({ id: field("item_reservation", "itemId") })}`,
    `reserve-${which}`,
  );
  return rows.map((row) => row.id);
}
