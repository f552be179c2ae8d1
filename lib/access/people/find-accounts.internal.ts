import type { listAccounts } from "#lib/contract/access/people.ts";
import type { Role } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

type Account = ReplyOf<typeof listAccounts>["accounts"][number];

/** All accounts (or the one of `userId`), by name. */
export async function findAccounts(db: Db, userId?: string): Promise<Account[]> {
  const rows = await db.query<Row>(sql`
    select u.id, u.email, u.name, u.is_instance_admin, u.disabled_at, u.created_at,
      greatest(u.last_seen_at, k.last_used_at) as last_seen_at, coalesce(k.working, 0) as keys,
      coalesce((select json_agg(json_build_object('name', e.entity_name, 'isAdmin', e.is_admin) order by e.entity_name)
        from entity_member e where e.user_id = u.id), '[]') as entities,
      coalesce((select json_agg(json_build_object('projectId', p.entity_name || '/' || p.name, 'role', m.role) order by p.entity_name, p.name)
        from project_member m join project p on p.id = m.project_id where m.user_id = u.id), '[]') as projects
    from app_user u
    left join (
      select user_id, max(last_used_at) as last_used_at,
        count(*) filter (where revoked_at is null and (expires_at is null or expires_at > now()))::int as working
      from api_key group by user_id) k on k.user_id = u.id
    ${userId === undefined ? empty : sql`where u.id = ${userId}`}
    order by lower(u.name), u.id`);
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: row.name,
    isInstanceAdmin: row.is_instance_admin,
    isDisabled: row.disabled_at !== null,
    createdAt: row.created_at,
    entities: row.entities,
    projects: row.projects,
    keys: row.keys,
    ...(row.disabled_at ? { disabledAt: row.disabled_at } : {}),
    ...(row.last_seen_at ? { lastSeenAt: row.last_seen_at } : {}),
  }));
}

type Row = {
  id: string;
  email: string;
  name: string;
  is_instance_admin: boolean;
  disabled_at: Date | null;
  created_at: Date;
  last_seen_at: Date | null;
  keys: number;
  entities: { name: string; isAdmin: boolean }[];
  projects: { projectId: string; role: Role }[];
};
