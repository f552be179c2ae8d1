import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import { oldEntries } from "#lib/platform/storage/old-entries.ts";
import { leaveData } from "./leave-data.internal.ts";

const ROOT = "jobs";

/**
 * Removes what no job needs any more: folders whose row was never written, and those of jobs that have ended, but for the optimiser's state
 * of the jobs that made each model's newest checkpoint, or one that an unended job starts from. Of a job by which an existing checkpoint came about, the data that it
 * learned from stay, compressed. Only those older than `ageMs`, since a younger one may be about to get its row. Answers how many were removed or made smaller.
 */
export async function sweepJobFolders(db: Db, ageMs: number): Promise<number> {
  const names = await oldEntries(ROOT, ageMs);
  const needed = await neededJobs(db, names);
  const ended = names.filter((name) => !needed.has(name));
  const remembered = await rememberedJobs(db, ended);
  let changed = 0;
  for (const name of ended) {
    if (remembered.has(name)) changed += (await leaveData(name)) ? 1 : 0;
    else {
      await removeData(`${ROOT}/${name}`);
      changed += 1;
    }
  }
  return changed;
}

/**
 * Those by which a checkpoint came about that is still there. What was copied from a version of a dataset goes with the version. What a job read from an uploaded
 * file is the file itself.
 */
async function rememberedJobs(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query(sql`
    with recursive line as (
      select c.project_id, c.parent_id, c.job_id from checkpoint c
      join model m on m.id = c.model_id and m.deleted_at is null
      where c.deleted_at is null and c.model_id in (select model_id from training_job where id = any(${[...ids]}::text[]))
      union
      select p.project_id, p.parent_id, p.job_id from line l
      left join training_job j on j.project_id = l.project_id and j.id = l.job_id
      join checkpoint p on p.project_id = l.project_id and p.id in (l.parent_id, j.start_checkpoint_id))
    select ${columns(of("training_job j", "id"))} from training_job j
    where j.id = any(${[...ids]}::text[]) and j.id in (select job_id from line)
      and (j.source like 'jobs/%' or j.source like 'https:%')
      and (j.dataset_ref is null or exists (
        select from object_version o join project p on p.id = o.project_id
        where o.deleted_at is null
          and j.dataset_ref = 'weave:///' || p.entity_name || '/' || p.name || '/object/' || o.object_id || ':v' || o.version_index))`);
  return new Set(rows.map(({ id }) => id));
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
