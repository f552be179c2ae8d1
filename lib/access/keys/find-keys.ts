import type { Actor, Project } from "#lib/access/context.ts";
import type { listKeys } from "#lib/contract/access/keys.ts";
import { KEY_SCOPES } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { bool, columns, field, of, type RowOf, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { keyPrefix } from "./api-key.ts";

type KeyRecord = ReplyOf<typeof listKeys>["keys"][number];

/** Which keys: the actor's own, those that may act in a project, or one that the actor may at least see. */
type KeyChoice = { own: true } | { project: Project } | { id: string };

/** Keys that are not revoked, newest first; of one chosen by id also a revoked one. */
export async function findKeys(db: Db, actor: Actor, choice: KeyChoice): Promise<KeyRecord[]> {
  const rows = await db.query(sql`
    with administered as (
      select p.id from project p
      left join project_member m on m.project_id = p.id and m.user_id = ${actor.userId}
      left join entity_member e on e.entity_name = p.entity_name and e.user_id = ${actor.userId}
      where ${actor.isInstanceAdmin}::boolean or e.is_admin or m.role = 'admin')
    select ${found(actor)}
    from api_key k join app_user u on u.id = k.user_id
    where ${chosen(actor, choice)}
    order by k.created_at desc, k.id desc`);
  return rows.map(toRecord);
}

const found = (actor: Actor) =>
  columns({
    ...of("api_key k", "id", "name", "publicId", "userId", "scopes", "createdAt", "expiresAt", "lastUsedAt"),
    userName: field("app_user u", "name"),
    projectPaths: texts(
      sql`array(select p.entity_name || '/' || p.name from project p where p.id = any(k.project_ids) order by 1)`,
    ),
    canRevoke: bool(sql`k.user_id = ${actor.userId} or ${actor.isInstanceAdmin}::boolean
      or (k.project_ids <> '{}' and k.project_ids <@ array(select id from administered))`),
  });

type Row = RowOf<ReturnType<typeof found>>;

function chosen(actor: Actor, choice: KeyChoice): Sql {
  if ("id" in choice) return sql`k.id = ${choice.id}`;
  if ("own" in choice) return sql`k.user_id = ${actor.userId} and k.revoked_at is null`;
  const { id, entity } = choice.project;
  // What admins of the instance open every project with is theirs and nobody else's business.
  return sql`k.revoked_at is null and u.disabled_at is null and (k.project_ids = '{}' or ${id} = any(k.project_ids))
    and (not u.is_instance_admin or ${actor.isInstanceAdmin}::boolean or k.user_id = ${actor.userId} or ${id} = any(k.project_ids))
    and (u.is_instance_admin
      or exists (select 1 from project_member m where m.project_id = ${id} and m.user_id = u.id)
      or exists (select 1 from entity_member e where e.entity_name = ${entity} and e.user_id = u.id and e.is_admin))`;
}

function toRecord(row: Row): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    prefix: keyPrefix(row.publicId),
    userId: row.userId,
    userName: row.userName,
    scopes: KEY_SCOPES.filter((scope) => row.scopes.includes(scope)),
    projectIds: row.projectPaths,
    createdAt: row.createdAt,
    canRevoke: row.canRevoke,
    ...(row.expiresAt ? { expiresAt: row.expiresAt } : {}),
    ...(row.lastUsedAt ? { lastUsedAt: row.lastUsedAt } : {}),
  };
}
