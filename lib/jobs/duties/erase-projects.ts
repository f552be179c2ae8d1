import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { HELD_TABLES, type HeldTable } from "#lib/access/projects/project-rows.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const MAX_ROWS = 2_000;

/** A deletion that is not done. */
type Unended = { id: string; projectId: string; path: string; askedBy: string };

/**
 * Deletes what projects hold that somebody deleted, a batch in a transaction: whoever goes on after a crash does what is left. A project whose
 * training still winds down waits for another round. Answers how many are done.
 */
export async function eraseProjects(db: Db): Promise<number> {
  const unended = await db.query<Unended>(sql`
    select id, project_id as "projectId", entity_name || '/' || name as path, asked_by as "askedBy"
    from project_deletion where ended_at is null order by created_at`);
  let done = 0;
  for (const deletion of unended) {
    if (!(await endTraining(db, deletion))) continue;
    for (const held of HELD_TABLES) await eraseTable(db, deletion, held);
    await finish(db, deletion);
    done++;
  }
  return done;
}

/** Whether no job of the project goes on. A trainer that works on one sees within a step that it is to stop. */
async function endTraining(db: Db, { projectId }: Unended): Promise<boolean> {
  const jobs = await db.query<{ id: string }>(
    sql`select id from training_job where project_id = ${projectId} and ended_at is null`,
  );
  for (const { id } of jobs) await askCancel(db, id);
  const [left] = await db.query(
    sql`select 1 from training_job where project_id = ${projectId} and ended_at is null limit 1`,
  );
  return left === undefined;
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
  const rows = await db.query<{ file: string | null }>(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where project_id = ${projectId} limit ${MAX_ROWS}))
    returning ${file ? file.column : sql`null::text`} as file`);
  if (rows.length > 0)
    await db.query(sql`
      update project_deletion set stage = ${stage}, rows_done = rows_done + ${rows.length}::int where id = ${id}`);
  return rows.map((row) => row.file);
}

/** What cannot be removed now is found by the sweep of files that no row names. */
async function remove(relative: string): Promise<void> {
  await removeData(relative).catch((error: unknown) =>
    log.warn({ err: error, relative }, "files of a deleted project are still there"),
  );
}

/** What a request that was under way has written since goes with the project's row. */
function finish(db: Db, { id, projectId, path, askedBy }: Unended): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(sql`delete from project where id = ${projectId}`);
    const [row] = await tx.query<{ rows: number }>(sql`
      update project_deletion set ended_at = now(), stage = 'rest', rows_total = rows_done where id = ${id} and ended_at is null
      returning rows_done::float8 as rows`);
    if (!row) return;
    await recordAudit(
      { db: tx, actor: { userId: askedBy, key: null }, requestId: null },
      { action: "project.deleted", projectId, target: projectId, details: { path, rows: row.rows } },
    );
  });
}
