import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { deleteProject as contract } from "#lib/contract/access/projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { findDeletions } from "./find-deletions.internal.ts";
import { countHeldRows } from "./project-rows.ts";

type Endpoint = typeof contract;

/** Hides the project at once; the worker deletes its contents (`erase-projects.ts`). */
export function deleteProject(ctx: Ctx, { confirm }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { actor, project, requestId } = ctx;
  if (confirm !== project.path)
    throw new Rejected(`To delete the project, repeat its path: ${project.path}; got '${confirm}'`, {
      param: "confirm",
    });
  return ctx.db.transaction(async (db) => {
    await lockRow(db, "project", { id: project.id }, "update");
    const rowsTotal = await countHeldRows(db, project.id);
    await db.prisma.project.update({ where: { id: project.id }, data: { deletedAt: new Date() } });
    const keys = await endKeys(db, project.id);
    const deletion = {
      id: newId(),
      projectId: project.id,
      entityName: project.entity,
      name: project.name,
      askedBy: actor.userId,
      rowsTotal,
    };
    await db.prisma.projectDeletion.create({ data: deletion });
    const details = { path: project.path, rows: rowsTotal, keys };
    await recordAudit(
      { db, actor, requestId },
      { action: "project.deletion_asked", projectId: project.id, target: project.id, details },
    );
    const [asked] = await findDeletions(db, { id: deletion.id });
    if (!asked) throw new Error("A deletion just asked for is not there");
    return asked;
  });
}

/** A key that names no project may act in all of them: one that named this one alone is revoked before its list gets empty. */
async function endKeys(db: Db, projectId: string): Promise<number> {
  const revoked = await db.prisma.apiKey.updateMany({
    where: { projectIds: { equals: [projectId] }, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  const wider = await db.prisma.apiKey.findMany({
    where: { projectIds: { has: projectId }, NOT: { projectIds: { equals: [projectId] } } },
    select: { id: true, projectIds: true },
  });
  for (const { id, projectIds } of wider)
    await db.prisma.apiKey.update({
      where: { id },
      data: { projectIds: projectIds.filter((other) => other !== projectId) },
    });
  return revoked.count;
}
