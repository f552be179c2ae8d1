import type { AccountCtx } from "#lib/access/context.ts";
import { memberProjects } from "#lib/access/permissions/member-projects.ts";
import type { listProjects as contract } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export async function listProjects({ db, actor }: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const projects = await memberProjects(db, actor);
  return {
    projects: projects.map(({ path, displayName, ...project }) => ({
      ...project,
      projectId: path,
      ...(displayName === null ? {} : { displayName }),
    })),
  };
}
