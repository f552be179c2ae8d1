import { ANNOTATION_PREFIX } from "#lib/annotation/annotation-prefix.internal.ts";
import { fieldName } from "#lib/annotation/field-lineage.internal.ts";
import { columns, int, text, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** A field of a queue, with everything else that the queue asks. */
export type AskedField = { projectId: string; queueId: string; ref: string; scorerRefs: readonly string[] };

/**
 * What each annotator said last of each item in a field, whichever version of it that was: `item_id`, `annotator_id`, `ref`, `value` as
 * JSON, and `state`, `sent_back` of their progress.
 */
export function answersToField({ projectId, queueId, ref, scorerRefs }: AskedField): Sql {
  return sql`
    select distinct on (i.id, f.user_id)
      i.id as item_id, f.user_id as annotator_id, f.annotation_ref as ref,
      (coalesce(f.sanitized, f.payload) -> 'value')::text as value, p.state, p.sent_back
    from feedback f
    join queue_item i on i.project_id = f.project_id and i.queue_id = f.queue_id and i.deleted_at is null
      and f.call_id in (i.call_id, i.pair_call_id)
    join item_progress p on p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = f.user_id
    where f.project_id = ${projectId} and f.queue_id = ${queueId} and f.feedback_type = ${ANNOTATION_PREFIX + fieldName(ref)}
      and (f.annotation_ref = ${ref} or f.annotation_ref <> all(${[...scorerRefs]}::text[]))
    order by i.id, f.user_id, f.created_at desc, f.id collate "C" desc`;
}

/** Nobody answers these items before the transaction ends. Locks items in the order of their ids, as all code that locks several does, to avoid deadlocks. */
export async function lockAnswered(db: Db, field: AskedField): Promise<void> {
  await db.query(sql`
    with locked as materialized (
      select i.id from queue_item i
      where i.project_id = ${field.projectId} and i.id in (select item_id from (${answersToField(field)}) answer)
      order by i.id for no key update)
    select count(*) from locked`);
}

/** How often a value was said, and by whom of those who could be asked again. */
export type SaidValue = { value: unknown; text: string; answers: number; askable: number; people: string[] };

/** Each value of a field that stands; only `annotatorIds` can be asked again, and only once they are done. */
export async function valuesSaid(
  db: Db,
  field: AskedField,
  annotatorIds: readonly string[],
): Promise<SaidValue[]> {
  const askable = isAskable(annotatorIds);
  const rows = await db.query(sql`
    select ${columns({
      text: text(sql`a.value`),
      answers: int(sql`count(*)`),
      askable: int(sql`count(*) filter (where ${askable})`),
      people: texts(sql`coalesce(array_agg(distinct a.annotator_id) filter (where ${askable}), '{}')`),
    })}
    from (${answersToField(field)}) a group by a.value`);
  return rows.map((row) => ({ ...row, value: JSON.parse(row.text) }));
}

/** Whether the one of an answer (as `a`) is done with the item, or has it back already. */
export function isAskable(annotatorIds: readonly string[]): Sql {
  return sql`(a.annotator_id = any(${[...annotatorIds]}::text[])
    and (a.state = 'completed' or a.state = 'unstarted' and a.sent_back is not null))`;
}
