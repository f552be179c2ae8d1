import type { Actor, Project } from "#lib/access/context.ts";
import { type Permission, roleAllows, scopesAllow } from "#lib/contract/access.ts";
import { allOrNull, columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Forbidden } from "#lib/platform/errors.ts";

/** The named project, once the actor's role and key allow `permission` there. Unknown and foreign projects are refused alike. */
export async function requireProject(
  db: Db,
  actor: Actor,
  { path, permission }: { path: string; permission: Permission },
): Promise<Project> {
  const project = await findProject(db, actor, path);
  if (!project) throw noAccess(path);
  requirePermission(actor, project, permission);
  return project;
}

/** The named project as the actor sees it, or null when it does not exist or is not theirs. */
export async function findProject(db: Db, actor: Actor, path: string): Promise<Project | null> {
  const [entity = "", name = ""] = path.split("/");
  const [row] = await db.query(
    sql`
      select ${FOUND}
      from project p
      left join project_member m on m.project_id = p.id and m.user_id = ${actor.userId}
      left join entity_member e on e.entity_name = p.entity_name and e.user_id = ${actor.userId}
      where p.entity_name = ${entity} and p.name = ${name} and p.deleted_at is null`,
    "find-project",
  );
  if (!row) return null;
  const role = actor.isInstanceAdmin || row.isAdmin ? "admin" : row.role;
  const isOpenToKey =
    !actor.key || actor.key.projectIds.length === 0 || actor.key.projectIds.includes(row.id);
  return role && isOpenToKey ? { id: row.id, entity, name, path, role } : null;
}

const FOUND = columns({
  ...of("project p", "id"),
  ...allOrNull(of("project_member m", "role")),
  ...allOrNull(of("entity_member e", "isAdmin")),
});

/** Whether the actor's role and key allow `permission` in a project that is open to them. */
export function allows(actor: Actor, { role }: Project, permission: Permission): boolean {
  return (!actor.key || scopesAllow(actor.key.scopes, permission)) && roleAllows(role, permission);
}

export function requirePermission(actor: Actor, project: Project, permission: Permission): void {
  if (actor.key && !scopesAllow(actor.key.scopes, permission)) throw missingScope(permission);
  if (!roleAllows(project.role, permission))
    throw new Forbidden(
      `The role ${project.role} does not allow ${permission} in this project; ask one of its admins`,
    );
}

export function missingScope(permission: Permission): Forbidden {
  return new Forbidden(
    `The API key lacks a scope that allows ${permission}; create a key with a wider scope in the settings`,
  );
}

export function noAccess(path: string): Forbidden {
  return new Forbidden(`No access to project ${path}; it does not exist or you are not a member`);
}
