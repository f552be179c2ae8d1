import type { Actor } from "#lib/access/context.ts";
import { type Permission, scopesAllow } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { allowedProjects } from "./allowed-projects.ts";
import { missingScope } from "./require-project.ts";

/** Refuses an actor who lacks the permission in every project, before a body that names the project is read. */
export async function requireSomeProject(db: Db, actor: Actor, permission: Permission): Promise<void> {
  if (actor.key && !scopesAllow(actor.key.scopes, permission)) throw missingScope(permission);
  if ((await allowedProjects(db, actor, permission)).length > 0) return;
  if (!(await mayMakeProjects(db, actor)))
    throw new Forbidden(`No project gives you a role that allows ${permission}; ask one of its admins`);
}

async function mayMakeProjects(db: Db, actor: Actor): Promise<boolean> {
  if (actor.isInstanceAdmin) return true;
  return (await db.prisma.entityMember.count({ where: { userId: actor.userId, isAdmin: true } })) > 0;
}
