import type { AccountCtx, Project } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { listFiles as contract } from "#lib/contract/training/files.ts";
import { toPage, unknownCursor } from "#lib/platform/paging.ts";
import { toFile } from "./file-shape.internal.ts";

type Input = InputOf<typeof contract>;

/** By the time of the upload; ids break ties. */
export async function listFiles(ctx: AccountCtx, input: Input): Promise<ReplyOf<typeof contract>> {
  const { after, limit, order, purpose } = input;
  const { uploadedFile } = ctx.db.prisma;
  const projects = new Map((await projectsOf(ctx, input)).map((project) => [project.id, project]));
  const projectId = { in: [...projects.keys()] };
  // A file deleted between two pages still says where the second one begins.
  const last = after === undefined ? null : await uploadedFile.findFirst({ where: { id: after, projectId } });
  if (after !== undefined && !last) throw unknownCursor("file");
  const side = order === "asc" ? "gt" : "lt";
  const beyond = last
    ? {
        OR: [
          { createdAt: { [side]: last.createdAt } },
          { createdAt: last.createdAt, id: { [side]: last.id } },
        ],
      }
    : {};
  const rows = await uploadedFile.findMany({
    where: { projectId, deletedAt: null, ...(purpose === undefined ? {} : { purpose }), ...beyond },
    orderBy: [{ createdAt: order }, { id: order }],
    take: limit + 1,
  });
  const files = rows.flatMap((row) => {
    const project = projects.get(row.projectId);
    return project ? [toFile(row, project)] : [];
  });
  return toPage(files, limit);
}

async function projectsOf({ db, actor }: AccountCtx, { projectId }: Input): Promise<Project[]> {
  const permission = "models:read";
  if (projectId === undefined) return allowedProjects(db, actor, permission);
  return [await requireProject(db, actor, { path: projectId, permission })];
}
