import type { listProjectDeletions } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Deletion = ReplyOf<typeof listProjectDeletions>["deletions"][number];

/** Deletions, newest first; `where` speaks of `d`. */
export async function findDeletions(db: Db, where: Sql): Promise<Deletion[]> {
  const rows = await db.query<Omit<Deletion, "endedAt"> & { endedAt: Date | null }>(sql`
    select d.id, d.entity_name || '/' || d.name as "projectId", d.stage, d.rows_total::float8 as "rowsTotal",
      least(d.rows_done, d.rows_total)::float8 as "rowsDone", coalesce(nullif(u.name, ''), u.email, 'a former member') as "askedBy",
      d.created_at as "createdAt", d.ended_at as "endedAt"
    from project_deletion d left join app_user u on u.id = d.asked_by
    where ${where} order by d.created_at desc, d.id desc limit 200`);
  return rows.map(({ endedAt, ...row }) => ({ ...row, ...(endedAt ? { endedAt } : {}) }));
}
