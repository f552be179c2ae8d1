import type { AccountCtx, Project } from "#lib/access/context.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { NotFound } from "#lib/platform/errors.ts";

/** An uploaded file as its row says. */
export type FileRow = NonNullable<Awaited<ReturnType<Db["prisma"]["uploadedFile"]["findUnique"]>>>;
/** An uploaded file that an actor may see. */
export type OpenFile = { readonly row: FileRow; readonly project: Project };

/** The file of this id, once the actor may do `permission` in its project. Unknown, deleted and foreign ones are the same 404. */
export async function openFile(
  ctx: Pick<AccountCtx, "db" | "actor">,
  fileId: string,
  permission: Permission,
): Promise<OpenFile> {
  const file = await openFileOnceThere(ctx, fileId, permission);
  if (file.row.deletedAt !== null) throw noSuchFile(fileId);
  return file;
}

/** As `openFile`, of a deleted file as well. */
export async function openFileOnceThere(
  { db, actor }: Pick<AccountCtx, "db" | "actor">,
  fileId: string,
  permission: Permission,
): Promise<OpenFile> {
  const row = await db.prisma.uploadedFile.findUnique({ where: { id: fileId } });
  const place = row && (await db.prisma.project.findUnique({ where: { id: row.projectId } }));
  if (!row || !place) throw noSuchFile(fileId);
  const path = `${place.entityName}/${place.name}`;
  if (!(await findProject(db, actor, path))) throw noSuchFile(fileId);
  return { row, project: await requireProject(db, actor, { path, permission }) };
}

export function noSuchFile(fileId: string): NotFound {
  return new NotFound(
    `File ${fileId.slice(0, 300)} not found; it does not exist in your projects or was deleted`,
  );
}
