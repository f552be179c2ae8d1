import { isHiddenItem } from "#lib/annotation/learner/draws.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import type { LearningQueue } from "./due-queues.internal.ts";
import type { Suggestion } from "./fit-fields.internal.ts";

/** Items that are locked at once, so that a reservation at that moment passes over few. */
const BATCH = 200;

/**
 * Writes what is suggested now, and forgets the rest. What stands for an item that somebody holds or has answered stays as they saw it: agreement
 * with suggestions is measured by it, and nobody's answer is ever suggested to others.
 */
export async function storeSuggestions(
  db: Db,
  queue: LearningQueue,
  suggestions: readonly Suggestion[],
): Promise<void> {
  const { projectId, queueId } = queue;
  const standing = await db.query(sql`
    select distinct ${columns(of("item_suggestion s", "itemId"))} from item_suggestion s
    join queue_item i on i.project_id = s.project_id and i.id = s.item_id and not i.is_done
    where s.project_id = ${projectId} and s.queue_id = ${queueId}`);
  const byItem = Map.groupBy(suggestions, ({ itemId }) => itemId);
  const itemIds = [...new Set([...standing.map(({ itemId }) => itemId), ...byItem.keys()])].sort();
  for (let from = 0; from < itemIds.length; from += BATCH) {
    const batch = itemIds.slice(from, from + BATCH);
    const wanted = batch.flatMap((id) => byItem.get(id) ?? []);
    await db.transaction((tx) => storeBatch(tx, queue, { itemIds: batch, wanted }));
  }
}

type Batch = { itemIds: readonly string[]; wanted: readonly Suggestion[] };

async function storeBatch(
  db: Db,
  { projectId, queueId }: LearningQueue,
  { itemIds, wanted }: Batch,
): Promise<void> {
  const locked = await db.query(sql`
    select ${columns(of("queue_item i", "id"))} from queue_item i
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = any(${[...itemIds]}::text[])
    order by i.id for no key update skip locked`);
  const ids = locked.map(({ id }) => id);
  const listed = sql`unnest(
    ${wanted.map(({ itemId }) => itemId)}::text[], ${wanted.map(({ fieldRef }) => fieldRef)}::text[],
    ${wanted.map(({ value }) => jsonOf(value))}::text[], ${wanted.map(({ probability }) => probability)}::float8[],
    ${wanted.map(({ itemId }) => isHiddenItem(itemId))}::boolean[]) as w (item_id, field_ref, value, probability, is_hidden)`;
  await db.query(sql`
    delete from item_suggestion s
    where s.project_id = ${projectId} and s.item_id = any(${ids}::text[]) and ${isUntouched(sql`s`, projectId)}
      and not exists (
        select from ${listed}
        where w.item_id = s.item_id and w.field_ref = s.field_ref and w.value = s.value::text and w.probability = s.probability)
    returning ${columns(of("item_suggestion s", "itemId"))}`);
  await db.query(sql`
    insert into item_suggestion (project_id, queue_id, item_id, field_ref, value, probability, is_hidden)
    select ${projectId}, ${queueId}, w.item_id, w.field_ref, w.value::json, w.probability, w.is_hidden from ${listed}
    where w.item_id = any(${ids}::text[]) and ${isUntouched(sql`w`, projectId)}
    on conflict do nothing`);
}

/** Read after the items were locked: nobody holds them or has begun to answer. */
function isUntouched(row: Sql, projectId: string): Sql {
  return sql`(
    not exists (
      select from item_reservation r
      where r.project_id = ${projectId} and r.item_id = ${row}.item_id and r.expires_at > clock_timestamp())
    and not exists (
      select from item_progress p where p.project_id = ${projectId} and p.item_id = ${row}.item_id and p.state <> 'unstarted'))`;
}

/** A value as JSON: numbers are themselves, and other values are kept so. */
function jsonOf(value: Suggestion["value"]): string {
  return typeof value === "number" ? JSON.stringify(value) : value;
}
