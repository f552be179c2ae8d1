import type { Actor, Project } from "#lib/access/context.ts";
import type { Role } from "#lib/contract/access.ts";
import { columns, field, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type MemberProject = Project & { role: Role; displayName: string | null; createdAt: Date };

/** The projects in which the actor has a role and where the key, if one acts, may be used; by path. */
export async function memberProjects(db: Db, actor: Actor): Promise<MemberProject[]> {
  const keyProjects = actor.key?.projectIds ?? [];
  const role = sql`case when ${actor.isInstanceAdmin}::boolean or e.is_admin then 'admin' else m.role end`;
  const rows = await db.query(sql`
    select ${columns({
      ...of("project p", "id", "name", "displayName", "createdAt"),
      entity: field("project p", "entityName"),
      role: text<Role>(role),
    })}
    from project p
    left join project_member m on m.project_id = p.id and m.user_id = ${actor.userId}
    left join entity_member e on e.entity_name = p.entity_name and e.user_id = ${actor.userId}
    where p.deleted_at is null and (${actor.isInstanceAdmin}::boolean or e.is_admin or m.role is not null)
      and (${keyProjects.length === 0}::boolean or p.id = any(${keyProjects}::text[]))
    order by p.entity_name collate "C", p.name collate "C"`);
  return rows.map((row) => ({ ...row, path: `${row.entity}/${row.name}` }));
}
