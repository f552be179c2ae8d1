import type { listAccounts } from "#lib/contract/access/people.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, field, int, json, of, orNull, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

type Account = ReplyOf<typeof listAccounts>["accounts"][number];

/** All accounts (or the one of `userId`), by name. */
export async function findAccounts(db: Db, userId?: string): Promise<Account[]> {
  const rows = await db.query(sql`
    select ${ACCOUNT}
    from app_user u
    left join (
      select user_id, max(last_used_at) as last_used_at,
        count(*) filter (where revoked_at is null and (expires_at is null or expires_at > now()))::int as working
      from api_key group by user_id) k on k.user_id = u.id
    ${userId === undefined ? empty : sql`where u.id = ${userId}`}
    order by lower(u.name), u.id`);
  return rows.map(({ disabledAt, lastSeenAt, ...row }) => ({
    ...row,
    isDisabled: disabledAt !== null,
    ...(disabledAt ? { disabledAt } : {}),
    ...(lastSeenAt ? { lastSeenAt } : {}),
  }));
}

const ENTITIES = sql`
  coalesce((select json_agg(json_build_object('name', e.entity_name, 'isAdmin', e.is_admin) order by e.entity_name)
    from entity_member e where e.user_id = u.id), '[]')`;
const PROJECTS = sql`
  coalesce((select json_agg(json_build_object('projectId', p.entity_name || '/' || p.name, 'role', m.role) order by p.entity_name, p.name)
    from project_member m join project p on p.id = m.project_id where m.user_id = u.id), '[]')`;

const ACCOUNT = columns({
  userId: field("app_user u", "id"),
  ...of("app_user u", "email", "name", "isInstanceAdmin", "disabledAt", "createdAt"),
  lastSeenAt: orNull(time(sql`greatest(u.last_seen_at, k.last_used_at)`)),
  keys: int(sql`coalesce(k.working, 0)`),
  entities: json<Account["entities"]>(ENTITIES),
  projects: json<Account["projects"]>(PROJECTS),
});
