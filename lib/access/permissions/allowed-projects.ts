import type { Actor, Project } from "#lib/access/context.ts";
import { type Permission, roleAllows, scopesAllow } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { memberProjects } from "./member-projects.ts";

/** The projects in which the actor's role and key allow `permission`, by path. */
export async function allowedProjects(db: Db, actor: Actor, permission: Permission): Promise<Project[]> {
  if (actor.key && !scopesAllow(actor.key.scopes, permission)) return [];
  return (await memberProjects(db, actor)).filter(({ role }) => roleAllows(role, permission));
}
