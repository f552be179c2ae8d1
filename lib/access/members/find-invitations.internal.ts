import type { listInvitations } from "#lib/contract/access/members.ts";
import type { Role } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

export type Invitation = ReplyOf<typeof listInvitations>["invitations"][number];

/** A project's invitations (or the one of `id`), newest first. */
export async function findInvitations(db: Db, projectId: string, id?: string): Promise<Invitation[]> {
  const rows = await db.query<Row>(sql`
    select i.id, i.email, i.role, coalesce(u.name, 'a former member') as created_by, i.created_at, i.expires_at, i.accepted_at,
      case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
        when i.expires_at <= now() then 'expired' else 'pending' end as state
    from invitation i left join app_user u on u.id = i.created_by
    where i.project_id = ${projectId} ${id === undefined ? empty : sql`and i.id = ${id}`}
    order by i.created_at desc, i.id desc limit 500`);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: row.state,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.accepted_at ? { acceptedAt: row.accepted_at } : {}),
  }));
}

type Row = {
  id: string;
  email: string;
  role: Role;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  state: Invitation["state"];
};
