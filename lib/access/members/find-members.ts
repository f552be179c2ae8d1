import type { Project } from "#lib/access/context.ts";
import type { listMembers } from "#lib/contract/access/members.ts";
import type { Role } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { bool, columns, field, of, text, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

export type Member = ReplyOf<typeof listMembers>["members"][number];

/** Everyone who may use the project (or the one of `userId`), each once with their effective role, by name. */
export async function findMembers(db: Db, project: Project, userId?: string): Promise<Member[]> {
  const rows = await db.query(sql`
    with granted as (
      select user_id, role, 'project' as source, 2 as rank, created_at from project_member where project_id = ${project.id}
      union all
      select user_id, 'admin', 'entity', 0, created_at from entity_member where entity_name = ${project.entity} and is_admin
      union all
      select id, 'admin', 'instance', 1, created_at from app_user where is_instance_admin),
    counting as (
      select distinct on (user_id) * from granted order by user_id, role = 'admin' desc, rank desc)
    select ${columns({
      userId: field("app_user u", "id"),
      ...of("app_user u", "email", "name"),
      role: text<Role>(sql`c.role`),
      source: text<Member["source"]>(sql`c.source`),
      isDisabled: bool(sql`u.disabled_at is not null`),
      joinedAt: time(sql`c.created_at`),
    })}
    from counting c join app_user u on u.id = c.user_id
    ${userId === undefined ? empty : sql`where u.id = ${userId}`}
    order by lower(u.name), u.id`);
  return rows;
}
