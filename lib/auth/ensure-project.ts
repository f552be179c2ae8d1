import type { Actor } from "#lib/context.ts";
import { scopesAllow } from "#lib/contract/access.ts";
import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import { newId } from "#lib/ids.ts";

/** Makes the named project where it does not exist and the actor may make it; otherwise does nothing. Programs never ask for creation. */
export async function ensureProject(db: Db, actor: Actor, path: string): Promise<void> {
  if (knownPaths.has(path)) return;
  const [entity = "", name = ""] = path.split("/");
  const [existing] = await db.query(
    sql`select 1 from project where entity_name = ${entity} and name = ${name}`,
  );
  if (existing) knownPaths.add(path);
  else if (await mayCreate(db, actor, entity)) await insertProject(db, actor, { entity, name });
}

/** Projects are never renamed, so a path once seen need not be asked for again. */
const knownPaths = new Set<string>();

async function mayCreate(db: Db, actor: Actor, entity: string): Promise<boolean> {
  if (actor.key && (actor.key.projectIds.length > 0 || !scopesAllow(actor.key.scopes, "calls:write")))
    return false;
  const [row] = await db.query<{ is_admin: boolean | null }>(sql`
    select m.is_admin from entity e
    left join entity_member m on m.entity_name = e.name and m.user_id = ${actor.userId}
    where e.name = ${entity}`);
  return row !== undefined && (actor.isInstanceAdmin || row.is_admin === true);
}

/** The maker becomes an admin of the project; two makers at once make one project. */
async function insertProject(
  db: Db,
  actor: Actor,
  { entity, name }: { entity: string; name: string },
): Promise<void> {
  await db.query(sql`
    with made as (
      insert into project (id, entity_name, name, created_by) values (${newId()}, ${entity}, ${name}, ${actor.userId})
      on conflict (entity_name, name) do nothing returning id)
    insert into project_member (project_id, user_id, role) select id, ${actor.userId}, 'admin' from made`);
}
