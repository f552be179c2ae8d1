import type { Actor, Project } from "#lib/context.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { Db } from "#lib/db/database.ts";
import { ensureProject } from "./ensure-project.ts";
import { requireProject } from "./require-project.ts";

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
    if (creates) await ensureProject(db, actor, path);
    projects.set(path, await requireProject(db, actor, { path, permission }));
  }
  return projects;
}
