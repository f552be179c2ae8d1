import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";
import type { Asked } from "./oldest-calls.internal.ts";

/** That a call (as `c`) is there and newer, or that feedback, a queue or the evidence of a dataset names it. */
export function keeps(asked: Asked): Sql {
  return sql`(c.deleted_at is null and (${isNewer(asked)} or ${isNamed(asked)}))`;
}

export function isNewer({ unit, until }: Asked): Sql {
  const started = sql`c.started_at >= ${until}::timestamptz`;
  // What arrives late, such as an import of earlier calls, has its days from then on.
  return unit === "days" ? sql`(${started} or c.created_at >= ${until}::timestamptz)` : started;
}

/** Each is looked up by the call alone. */
export function isNamed({ projectId }: Asked): Sql {
  const item = liveItems(sql`${notByIndex(sql`i.project_id`)} = ${projectId}`);
  const reasons = [
    sql`exists (select from feedback f where f.call_id = c.id and ${notByIndex(sql`f.project_id`)} = ${projectId} offset 0)`,
    sql`exists (select ${item} and i.call_id = c.id offset 0)`,
    sql`exists (select ${item} and i.pair_call_id = c.id offset 0)`,
    sql`exists (
      select from dataset_evidence e where e.project_id = ${projectId} and e.evidence_id = c.id and e.kind = 'call' offset 0)`,
  ];
  return sql`(${join(reasons, " or ")})`;
}

/** The same the other way round: the calls of a project that something names. */
export function namedCalls({ projectId }: Asked): Sql {
  const item = liveItems(sql`i.project_id = ${projectId}`);
  return sql`
    select f.call_id as id from feedback f where f.project_id = ${projectId} and f.call_id is not null
    union all select i.call_id ${item}
    union all select i.pair_call_id ${item} and i.pair_call_id is not null
    union all select e.evidence_id from dataset_evidence e where e.project_id = ${projectId} and e.kind = 'call'`;
}

function liveItems(ofProject: Sql): Sql {
  return sql`from queue_item i where ${ofProject} and i.deleted_at is null and exists (
    select from annotation_queue q where q.id = i.queue_id and q.project_id = i.project_id and q.deleted_at is null offset 0)`;
}
