import { type FieldAlpha, queueAgreement } from "#lib/annotation/quality/queue-agreement.ts";
import { bool, columns, field, float, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { listenedQueues } from "./listened-queues.internal.ts";

/** Intervals take a while, and other duties wait for them. */
const QUEUES_AT_ONCE = 4;
/** The bootstrap over fewer items with two answers is too sure of itself. */
const MIN_ITEMS = 10;
/** An answer that was under way when the queue was read is read then. */
const OVERLAP_SECONDS = 10;

/** Reports queues whose annotators agree less than is wanted there, beyond what chance explains: once, until they agree enough again. */
export async function reportLowAgreement(db: Db): Promise<void> {
  for (const queue of await changedQueues(db)) {
    const { projectId, queueId, path, readAt, bar, wasLow } = queue;
    const fields = await queueAgreement(db, { projectId, queueId });
    const low = fields.flatMap((field) => (isBelow(field, bar) ? field.ref : []));
    const isLow = low.length > 0 || (wasLow && !fields.every(({ alpha }) => isEnough(alpha, bar)));
    await db.transaction(async (tx) => {
      await tx.query(sql`
        insert into queue_report (project_id, queue_id, is_agreement_low, agreement_read_at)
        values (${projectId}, ${queueId}, ${isLow}, ${readAt}::timestamptz)
        on conflict (project_id, queue_id)
        do update set is_agreement_low = excluded.is_agreement_low, agreement_read_at = excluded.agreement_read_at`);
      if (isLow && !wasLow)
        await tx.query(sql`
          select notify_webhooks(${projectId}, 'queue.agreement_low', json_build_object(
            'project_id', ${path}::text, 'queue_id', ${queueId}::text, 'field_refs', to_json(${low}::text[])))::text`);
    });
  }
}

/** With all of its interval. */
function isBelow({ items, alpha: { high } }: FieldAlpha, bar: number): boolean {
  return items >= MIN_ITEMS && high !== null && high < bar;
}

function isEnough({ value }: FieldAlpha["alpha"], bar: number): boolean {
  return value === null || value >= bar;
}

const CHANGED = columns({
  ...of("annotation_queue q", "projectId"),
  queueId: field("annotation_queue q", "id"),
  path: text(sql`p.entity_name || '/' || p.name`),
  readAt: text(sql`clock_timestamp()`),
  bar: float(sql`q.min_agreement`),
  wasLow: bool(sql`coalesce(r.is_agreement_low, false)`),
});

/** With a bar, and changed or answered since they were read. */
function changedQueues(db: Db) {
  return db.query(sql`
    select ${CHANGED}
    from ${listenedQueues("queue.agreement_low")}
    where q.deleted_at is null and q.min_agreement is not null
      and (r.agreement_read_at is null or q.updated_at > r.agreement_read_at or exists (
        select from item_progress a
        where a.project_id = q.project_id and a.queue_id = q.id
          and a.finished_at > r.agreement_read_at - make_interval(secs => ${OVERLAP_SECONDS})))
    order by r.agreement_read_at nulls first, q.id limit ${QUEUES_AT_ONCE}`);
}
