import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { columns, json, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** A queue (as `q`) as the wire shows it: its project goes by its path. */
export function queueColumns(project: Ctx["project"]) {
  return columns({ ...QUEUE, projectId: text(sql`${project.path}`) });
}

const QUEUE = {
  ...of(
    "annotation_queue q",
    "id",
    "name",
    "description",
    "scorerRefs",
    "kind",
    "annotatorsPerItem",
    "overlapShare",
  ),
  ...of("annotation_queue q", "annotatorIds", "isBlind", "itemOrder", "showsSuggestions"),
  ...of("annotation_queue q", "skipPolicy", "skipReasons"),
  ...of(
    "annotation_queue q",
    "requiresSkipReason",
    "reservationMinutes",
    "requiredRefs",
    "isArchived",
    "isStrict",
    "minAgreement",
  ),
  ...of("annotation_queue q", "createdAt", "createdBy", "updatedAt", "deletedAt"),
  fieldRules: json<Queue["fieldRules"]>(sql`q.field_rules`),
};

/** A queue that the actor may know of, deleted or not; null when the project has none of that id. */
export async function findQueue(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  queueId: string,
): Promise<Queue | null> {
  const [row] = await ctx.db.query(sql`
    select ${queueColumns(ctx.project)} from annotation_queue q
    where q.project_id = ${ctx.project.id} and q.id = ${queueId} and ${visibleQueues(ctx)}`);
  return row ?? null;
}
