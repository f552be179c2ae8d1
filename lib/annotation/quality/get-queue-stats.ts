import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.getQueueStats;

const STATS = columns({
  queueId: text(sql`asked.id`),
  totalItems: int(sql`coalesce(found.total, 0)`),
  completedItems: int(sql`coalesce(found.done, 0)`),
});

/** All counts are of one moment: a single statement reads them. */
export async function getQueueStats(ctx: Ctx, { queueIds }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const stats = await ctx.db.query(
    sql`
      select ${STATS}
      from unnest(${[...new Set(queueIds)]}::text[]) with ordinality as asked (id, place)
      left join annotation_queue q on q.project_id = ${ctx.project.id} and q.id = asked.id and q.deleted_at is null and ${visibleQueues(ctx)}
      left join lateral (
        select count(*) as total, count(*) filter (where i.is_done) as done
        from queue_item i
        where i.project_id = q.project_id and i.queue_id = q.id and i.deleted_at is null) found on true
      order by asked.place`,
    ctx.project.role === "annotator" ? "queue-stats-of-annotator" : "queue-stats",
  );
  return { stats };
}
