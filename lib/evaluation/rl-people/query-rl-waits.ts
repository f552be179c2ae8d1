import type { Ctx } from "#lib/access/context.ts";
import { allows } from "#lib/access/permissions/require-project.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type { RlFallback } from "#lib/contract/annotation/awaited.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryRlWaits as contract } from "#lib/contract/reinforcement/rl-people.ts";
import { columns, field, of, text, time } from "#lib/platform/db/columns.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";
import { PEOPLE_COUNTS } from "./people-counts.internal.ts";

type Endpoint = typeof contract;

const WAIT = columns({
  runId: field("rl_run n", "id"),
  ...of("rl_run n", "name"),
  ...of("rl_round o", "round"),
  queueId: field("annotation_queue q", "id"),
  queueName: field("annotation_queue q", "name"),
  deadline: time(sql`o.human_deadline`),
  fallback: text<RlFallback>(sql`n.human ->> 'fallback'`),
  ...PEOPLE_COUNTS,
});

export async function queryRlWaits(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const waits = await ctx.db.query(sql`
    select ${WAIT}
    from rl_run n
    join rl_round o on o.project_id = n.project_id and o.run_id = n.id and o.human_deadline is not null and o.settled_at is null
    join annotation_queue q on q.project_id = n.project_id and q.id = n.human ->> 'queue_id' and q.deleted_at is null and not q.is_archived
    join rl_rollout t on t.project_id = o.project_id and t.run_id = o.run_id and t.round = o.round and t.call_id is not null
    where n.project_id = ${ctx.project.id} and n.state in ('queued', 'running') and ${visibleQueues(ctx)}
      ${queueId === undefined ? empty : sql`and q.id = ${queueId}`}
    group by n.id, o.project_id, o.run_id, o.round, q.id
    order by o.human_deadline, n.id`);
  if (allows(ctx.actor, ctx.project, "training:read")) return { waits };
  return { waits: waits.map((wait) => ({ ...wait, name: null })) };
}
