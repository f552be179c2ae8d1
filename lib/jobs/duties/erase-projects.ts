import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { HELD_TABLES, type HeldTable } from "#lib/access/projects/project-rows.ts";
import type { ProjectDeletion } from "#lib/generated/prisma/client.ts";
import { columns, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const MAX_ROWS = 2_000;

/** A deletion that is not done. */
type Unended = Pick<ProjectDeletion, "id" | "projectId" | "entityName" | "name" | "askedBy">;

/**
 * Deletes what projects hold that somebody deleted, a batch in a transaction: after a crash, the next worker does what is left. A project whose
 * training still winds down waits for another round. Answers how many are done.
 */
export async function eraseProjects(db: Db): Promise<number> {
  const unended = await db.prisma.projectDeletion.findMany({
    where: { endedAt: null },
    orderBy: { createdAt: "asc" },
  });
  let done = 0;
  for (const deletion of unended) {
    if (!(await endTraining(db, deletion))) continue;
    for (const held of HELD_TABLES) await eraseTable(db, deletion, held);
    await finish(db, deletion);
    done++;
  }
  return done;
}

/** Whether every job of the project has stopped. A trainer that works on one sees within a step that it must stop. */
async function endTraining(db: Db, { projectId }: Unended): Promise<boolean> {
  const unended = { where: { projectId, endedAt: null }, select: { id: true } };
  for (const { id } of await db.prisma.trainingJob.findMany(unended)) await askCancel(db, id);
  return (await db.prisma.trainingJob.findFirst(unended)) === null;
}

async function eraseTable(db: Db, deletion: Unended, held: HeldTable): Promise<void> {
  for (;;) {
    const files = await db.transaction((tx) => eraseBatch(tx, deletion, held));
    for (const file of files) if (file !== null && held.file) await remove(held.file.path(file));
    if (files.length < MAX_ROWS) return;
  }
}

/** The rows go first and their files after them; gives what each row names. */
async function eraseBatch(
  db: Db,
  { id, projectId }: Unended,
  { stage, table, file }: HeldTable,
): Promise<(string | null)[]> {
  const rows = await db.query(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where project_id = ${projectId} limit ${MAX_ROWS}))
    returning ${columns({ file: orNull(text(file ? file.column : sql`null`)) })}`);
  if (rows.length > 0)
    await db.prisma.projectDeletion.update({
      where: { id },
      data: { stage, rowsDone: { increment: rows.length } },
    });
  return rows.map((row) => row.file);
}

/** What cannot be removed now is found by the sweep of files that no row names. */
async function remove(relative: string): Promise<void> {
  await removeData(relative).catch((error: unknown) =>
    log.warn({ err: error, relative }, "files of a deleted project are still there"),
  );
}

/** What a request that was under way has written since goes with the project's row. */
function finish(db: Db, { id, projectId, entityName, name, askedBy }: Unended): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.prisma.project.deleteMany({ where: { id: projectId } });
    const [ended] = await tx.prisma.projectDeletion.updateManyAndReturn({
      where: { id, endedAt: null },
      data: { endedAt: new Date(), stage: "rest" },
    });
    if (!ended) return;
    await tx.prisma.projectDeletion.update({ where: { id }, data: { rowsTotal: ended.rowsDone } });
    const details = { path: `${entityName}/${name}`, rows: Number(ended.rowsDone) };
    await recordAudit(
      { db: tx, actor: { userId: askedBy, key: null }, requestId: null },
      { action: "project.deleted", projectId, target: projectId, details },
    );
  });
}
