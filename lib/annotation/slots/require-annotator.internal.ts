import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type { QueueSettings } from "#lib/annotation/queue-settings.internal.ts";
import { noSuchQueue } from "#lib/annotation/require-queue.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { bool, columns, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Forbidden } from "#lib/platform/errors.ts";

/** What an annotator's acts go by. */
export type DeskRules = Pick<Queue, "scorerRefs"> &
  Pick<
    QueueSettings,
    | "itemOrder"
    | "skipPolicy"
    | "requiresSkipReason"
    | "requiredRefs"
    | "fieldRules"
    | "isArchived"
    | "isStrict"
  >;

const RULES = {
  ...of("annotation_queue q", "itemOrder", "skipPolicy", "requiresSkipReason", "requiredRefs", "scorerRefs"),
  ...of("annotation_queue q", "isArchived", "isStrict", "annotatorIds"),
  fieldRules: json<DeskRules["fieldRules"]>(sql`q.field_rules`),
};

const MAX_NAMES = 5;

/** Refuses a queue that is not there for the actor, and one that only others annotate. */
export async function requireAnnotator(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  queueId: string,
): Promise<DeskRules> {
  const isNamed = bool(sql`cardinality(q.annotator_ids) = 0 or ${ctx.actor.userId} = any(q.annotator_ids)`);
  const [row] = await ctx.db.query(
    sql`
      select ${columns({ ...RULES, isNamed })}
      from annotation_queue q
      where q.project_id = ${ctx.project.id} and q.id = ${queueId} and q.deleted_at is null and ${visibleQueues(ctx)}`,
    ctx.project.role === "annotator" ? "desk-rules-of-annotator" : "desk-rules",
  );
  if (!row) throw noSuchQueue(queueId);
  if (!row.isNamed) throw await annotatedByOthers(ctx, queueId, row.annotatorIds);
  return row;
}

async function annotatedByOthers(
  { db }: Pick<Ctx, "db">,
  queueId: string,
  annotatorIds: string[],
): Promise<Forbidden> {
  const people = await db.prisma.user.findMany({
    where: { id: { in: annotatorIds } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MAX_NAMES,
  });
  const others = annotatorIds.length - people.length;
  const names = [...people.map(({ name }) => name), ...(others > 0 ? [`${others} more`] : [])].join(", ");
  return new Forbidden(`Only ${names} may annotate queue ${queueId}; a lead of the queue can add you`);
}
