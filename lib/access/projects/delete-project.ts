import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { deleteProject as contract } from "#lib/contract/access/projects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { findDeletions } from "./find-deletions.internal.ts";
import { HELD_TABLES } from "./project-rows.ts";

type Endpoint = typeof contract;

/** Hides the project at once; the worker deletes what it holds (`erase-projects.ts`). */
export function deleteProject(ctx: Ctx, { confirm }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { actor, project, requestId } = ctx;
  if (confirm !== project.path)
    throw new Rejected(`To delete the project, repeat its path: ${project.path}; got '${confirm}'`, {
      param: "confirm",
    });
  return ctx.db.transaction(async (db) => {
    await db.query(sql`select 1 from project where id = ${project.id} for update`);
    const rowsTotal = await countRows(db, project.id);
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
    const [asked] = await findDeletions(db, sql`d.id = ${deletion.id}`);
    if (!asked) throw new Error("A deletion just asked for is not there");
    return asked;
  });
}

async function countRows(db: Db, projectId: string): Promise<number> {
  const counts = HELD_TABLES.map(
    ({ table }) => sql`(select count(*) from ${table} where project_id = ${projectId})`,
  );
  const [row] = await db.query<{ rows: number }>(sql`select (${join(counts, " + ")})::float8 as rows`);
  return row?.rows ?? 0;
}

/** A key that names no project may act in all of them: one that named this one alone is revoked before its list gets empty. */
async function endKeys(db: Db, projectId: string): Promise<number> {
  const revoked = await db.query(sql`
    update api_key set revoked_at = now() where project_ids = array[${projectId}]::text[] and revoked_at is null returning 1`);
  await db.query(sql`
    update api_key set project_ids = array_remove(project_ids, ${projectId})
    where ${projectId} = any(project_ids) and cardinality(project_ids) > 1`);
  return revoked.length;
}
