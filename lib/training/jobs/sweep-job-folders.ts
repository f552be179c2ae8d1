import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import { oldEntries } from "#lib/platform/storage/old-entries.ts";

const ROOT = "jobs";

/**
 * Removes what no job needs any more: folders whose row was never written, and those of jobs that have ended, but for the optimiser's state
 * of the jobs that made each model's newest checkpoint, or one that an unended job starts from. Only those older than `ageMs`, since a younger one may be about to get its row. Answers how many.
 */
export async function sweepJobFolders(db: Db, ageMs: number): Promise<number> {
  const names = await oldEntries(ROOT, ageMs);
  const needed = await neededJobs(db, names);
  const remains = names.filter((name) => !needed.has(name));
  for (const name of remains) await removeData(`${ROOT}/${name}`);
  return remains.length;
}

async function neededJobs(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query(sql`
    select ${columns(of("training_job j", "id"))} from training_job j
    where j.id = any(${[...ids]}::text[]) and (
      j.ended_at is null
      or exists (
        select from checkpoint c join model m on m.id = c.model_id and m.deleted_at is null
        where c.job_id = j.id and c.deleted_at is null and not c.is_interim and not exists (
          select from checkpoint later
          where later.model_id = c.model_id and later.step > c.step and later.deleted_at is null and not later.is_interim))
      or exists (
        select from checkpoint c join training_job u on u.project_id = c.project_id and u.model_id = c.model_id
        where c.job_id = j.id and u.ended_at is null and (u.start_checkpoint_id = c.id or u.start_step = c.step)))`);
  return new Set(rows.map(({ id }) => id));
}
