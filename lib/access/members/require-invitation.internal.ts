import { hashSecret } from "#lib/access/keys/secret-hash.ts";
import { ROLES, type Role } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

/** An invitation that still waits to be accepted. */
export type OpenInvitation = {
  id: string;
  email: string;
  role: Role;
  projectId: string;
  /** `<entity>/<project>` */
  projectPath: string;
  entity: string;
  invitedBy: string;
  expiresAt: Date;
};

/** The invitation of a token. Unknown, revoked and expired are answered alike; a used one says so. */
export async function requireInvitation(db: Db, token: string): Promise<OpenInvitation> {
  const [row] = await db.query<Row>(sql`
    select i.id, i.email, i.role, i.project_id, i.expires_at, i.accepted_at, p.entity_name, p.name,
      coalesce(u.name, 'a former member') as invited_by, i.revoked_at is null and i.expires_at > now() as is_open
    from invitation i join project p on p.id = i.project_id left join app_user u on u.id = i.created_by
    where i.token_hash = ${hashSecret(token)}`);
  if (row?.accepted_at) throw used();
  const role = ROLES.find((known) => known === row?.role);
  if (!row?.is_open || !role)
    throw new NotFound("This invitation is unknown, revoked or expired; ask for a new one");
  return {
    id: row.id,
    email: row.email,
    role,
    projectId: row.project_id,
    projectPath: `${row.entity_name}/${row.name}`,
    entity: row.entity_name,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at,
  };
}

export function used(): Conflict {
  return new Conflict("This invitation was used already; sign in, or ask for a new one");
}

type Row = {
  id: string;
  email: string;
  role: string;
  project_id: string;
  expires_at: Date;
  accepted_at: Date | null;
  entity_name: string;
  name: string;
  invited_by: string;
  is_open: boolean;
};
