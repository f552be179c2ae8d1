import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** A queue (as `q`) as the wire shows it: its project goes by its path. */
export function queueColumns(project: Ctx["project"]): Sql {
  return sql`
    q.id, ${project.path} as "projectId", q.name, q.description, q.scorer_refs as "scorerRefs", q.kind,
    q.annotators_per_item as "annotatorsPerItem", q.overlap_share as "overlapShare", q.annotator_ids as "annotatorIds",
    q.is_blind as "isBlind", q.item_order as "itemOrder", q.skip_policy as "skipPolicy", q.skip_reasons as "skipReasons",
    q.requires_skip_reason as "requiresSkipReason", q.reservation_minutes as "reservationMinutes",
    q.required_refs as "requiredRefs", q.field_rules as "fieldRules", q.is_archived as "isArchived", q.is_strict as "isStrict", q.created_at as "createdAt",
    q.created_by as "createdBy", q.updated_at as "updatedAt", q.deleted_at as "deletedAt"`;
}

/** A queue that the actor may know of, deleted or not; null when the project has none of that id. */
export async function findQueue(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  queueId: string,
): Promise<Queue | null> {
  const [row] = await ctx.db.query<Queue>(sql`
    select ${queueColumns(ctx.project)} from annotation_queue q
    where q.project_id = ${ctx.project.id} and q.id = ${queueId} and ${visibleQueues(ctx)}`);
  return row ?? null;
}
