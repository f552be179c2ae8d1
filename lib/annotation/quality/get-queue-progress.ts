import type { Ctx } from "#lib/access/context.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, field, int, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.getQueueProgress;

const PROGRESS = columns({
  annotatorUserId: field("item_progress p", "annotatorId"),
  name: text(sql`coalesce(u.name, p.annotator_id)`),
  completed: int(sql`count(*) filter (where p.state = 'completed')`),
  skipped: int(sql`count(*) filter (where p.state = 'skipped')`),
  inProgress: int(sql`count(*) filter (where p.state = 'in_progress')`),
});

export async function getQueueProgress(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  await requireQueue(ctx, queueId);
  const progress = await ctx.db.query(sql`
    select ${PROGRESS}
    from item_progress p
    join queue_item i on i.project_id = p.project_id and i.id = p.item_id and i.deleted_at is null
    left join app_user u on u.id = p.annotator_id
    where p.project_id = ${ctx.project.id} and p.queue_id = ${queueId} and p.state <> 'unstarted'
    group by p.annotator_id, u.name
    order by name, "annotatorUserId"`);
  return { progress };
}
