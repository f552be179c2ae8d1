import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Actor } from "#lib/access/context.ts";
import { projectName } from "#lib/contract/access/projects.ts";
import { scopesAllow } from "#lib/contract/access.ts";
import * as z from "#lib/contract/zod.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";

/** Makes the named project where it does not exist and the actor may make it; otherwise does nothing. Programs never ask for creation. */
export async function ensureProject(db: Db, actor: Actor, path: string): Promise<void> {
  const [entity = "", name = ""] = path.split("/");
  const [existing] = await db.query(
    sql`select 1 from project where entity_name = ${entity} and name = ${name}`,
  );
  if (!existing && (await mayCreate(db, actor, entity))) {
    requireFitName(name);
    await insertProject(db, actor, { entity, name, requestId: null });
  }
}

function requireFitName(name: string): void {
  if (z.safeDecode(projectName, name).success) return;
  throw new Rejected(
    `A new project cannot be named '${name}': use up to 128 letters, digits, dots, underscores and hyphens`,
  );
}

async function mayCreate(db: Db, actor: Actor, entity: string): Promise<boolean> {
  if (actor.key && (actor.key.projectIds.length > 0 || !scopesAllow(actor.key.scopes, "calls:write")))
    return false;
  const [row] = await db.query<{ is_admin: boolean | null }>(sql`
    select m.is_admin from entity e
    left join entity_member m on m.entity_name = e.name and m.user_id = ${actor.userId}
    where e.name = ${entity}`);
  return row !== undefined && (actor.isInstanceAdmin || row.is_admin === true);
}

type NewProject = { entity: string; name: string };

/** The maker becomes an admin of the project; two makers at once make one project, and null is what the second one gets. */
export function insertProject(
  db: Db,
  actor: Actor,
  { entity, name, requestId }: NewProject & { requestId: string | null },
): Promise<{ id: string; createdAt: Date } | null> {
  return db.transaction(async (tx) => {
    const [made] = await tx.query<{ id: string; created_at: Date }>(sql`
      insert into project (id, entity_name, name, created_by) values (${newId()}, ${entity}, ${name}, ${actor.userId})
      on conflict (entity_name, name) do nothing returning id, created_at`);
    if (!made) return null;
    const { id } = made;
    await tx.query(
      sql`insert into project_member (project_id, user_id, role) values (${id}, ${actor.userId}, 'admin')`,
    );
    await recordAudit({ db: tx, actor, requestId }, { action: "project.created", projectId: id, target: id });
    return { id, createdAt: made.created_at };
  });
}
