import { memberProjects } from "#lib/auth/member-projects.ts";
import type { AccountCtx } from "#lib/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { listProjects as contract } from "#lib/contract/projects.ts";

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
