import type { Actor, Project } from "#lib/access/context.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { ensureProject } from "./ensure-project.ts";
import { findProject, noAccess, requirePermission } from "./require-project.ts";

type Wanted = {
  paths: Iterable<string>;
  permission: Permission;
  /** Makes those that do not exist yet, where the actor may. */
  creates: boolean;
};

/** The projects of several paths, each authorised, by path; one refusal refuses them all. */
export async function openProjects(
  db: Db,
  actor: Actor,
  { paths, permission, creates }: Wanted,
): Promise<Map<string, Project>> {
  const projects = new Map<string, Project>();
  for (const path of new Set(paths)) {
    const project =
      (await findProject(db, actor, path)) ?? (creates ? await madeProject(db, actor, path) : null);
    if (!project) throw noAccess(path);
    requirePermission(actor, project, permission);
    projects.set(path, project);
  }
  return projects;
}

async function madeProject(db: Db, actor: Actor, path: string): Promise<Project | null> {
  await ensureProject(db, actor, path);
  return findProject(db, actor, path);
}
