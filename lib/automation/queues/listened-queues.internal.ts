import type { WebhookEvent } from "#lib/contract/automation/webhooks.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Queues (as `q`) of projects (as `p`) where somebody wants to hear of an event, since when (`w.since`), and what was found of them last (`r`). */
export function listenedQueues(event: WebhookEvent): Sql {
  return sql`
    annotation_queue q
    join project p on p.id = q.project_id and p.deleted_at is null
    join lateral (
      select min(w.updated_at) as since from webhook w
      where w.project_id = q.project_id and w.is_enabled and ${event} = any(w.events)) w on w.since is not null
    left join queue_report r on r.project_id = q.project_id and r.queue_id = q.id`;
}
