import type { AccountCtx } from "#lib/context.ts";
import type { Role } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { listProjects as contract } from "#lib/contract/projects.ts";
import { sql } from "#lib/db/sql.ts";

export async function listProjects({ db, actor }: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const keyProjects = actor.key?.projectIds ?? [];
  const rows = await db.query<Row>(sql`
    select p.entity_name, p.name, p.created_at,
      case when ${actor.isInstanceAdmin}::boolean or e.is_admin then 'admin' else m.role end as role
    from project p
    left join project_member m on m.project_id = p.id and m.user_id = ${actor.userId}
    left join entity_member e on e.entity_name = p.entity_name and e.user_id = ${actor.userId}
    where (${actor.isInstanceAdmin}::boolean or e.is_admin or m.role is not null)
      and (${keyProjects.length === 0}::boolean or p.id = any(${keyProjects}::text[]))
    order by p.entity_name collate "C", p.name collate "C"`);
  return {
    projects: rows.map((row) => ({
      projectId: `${row.entity_name}/${row.name}`,
      entity: row.entity_name,
      name: row.name,
      role: row.role,
      createdAt: row.created_at,
    })),
  };
}

type Row = { entity_name: string; name: string; created_at: Date; role: Role };
