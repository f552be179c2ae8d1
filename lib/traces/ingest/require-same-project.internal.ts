import type { Project } from "#lib/access/context.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** A body may repeat the project that its path names, and name no other. */
export function requireSameProject(project: Project, named: string | undefined): void {
  if (named === undefined || named === project.path) return;
  throw new Rejected(
    `project_id ${named} is not the project of the path, ${project.path}; leave it out or send it there`,
  );
}
