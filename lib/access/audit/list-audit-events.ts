import type { Ctx } from "#lib/access/context.ts";
import type { listAuditEvents as contract } from "#lib/contract/access/audit.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Page = ReplyOf<typeof contract>;

export async function listAuditEvents(
  { db, project }: Ctx,
  { action, after, limit }: InputOf<typeof contract>,
): Promise<Page> {
  const from = after === undefined ? empty : await olderThan(db, project.id, after);
  const rows = await db.query<Row>(sql`
    select a.*, u.name as actor_name from audit_event a left join app_user u on u.id = a.actor_user_id
    where a.project_id = ${project.id} ${action === undefined ? empty : sql`and a.action = ${action}`} ${from}
    order by a.at desc, a.id desc limit ${limit + 1}`);
  return { events: rows.slice(0, limit).map(toEvent), hasMore: rows.length > limit };
}

async function olderThan(db: Db, projectId: string, after: string): Promise<Sql> {
  const last = await db.prisma.auditEvent.findFirst({ where: { id: after, projectId } });
  if (!last)
    throw invalidAt(["query", "after"], {
      type: "value_error",
      text: "no event of this project has this id",
    });
  return sql`and (a.at, a.id) < (${last.at}::timestamptz, ${last.id})`;
}

function toEvent(row: Row): Page["events"][number] {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    outcome: row.outcome,
    details: row.details,
    ...present("actorUserId", row.actor_user_id),
    ...present("actorName", row.actor_name),
    ...present("actorKeyId", row.actor_key_id),
    ...present("target", row.target),
    ...present("requestId", row.request_id),
  };
}

function present<K extends string>(key: K, value: string | null): { [P in K]?: string } {
  // The one key of the object is K.
  return (value === null ? {} : { [key]: value }) as { [P in K]?: string };
}

type Row = {
  id: string;
  at: Date;
  action: string;
  outcome: "succeeded" | "refused";
  actor_user_id: string | null;
  actor_name: string | null;
  actor_key_id: string | null;
  target: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
};
