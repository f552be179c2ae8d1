import { columns, int, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

export type ComparedStep = { step: number; loopName: string };

/**
 * The steps that runs of loops measure beside each other, from the job on: what it made, and what that must be better than. Before the run notes these it is
 * the step that the job started from, or the alias's, which is kept by its name.
 */
export async function comparedSteps(
  db: Db,
  { projectId, modelId }: { projectId: string; modelId: string },
): Promise<ComparedStep[]> {
  return db.query(sql`
    select ${COMPARED}
    from loop_run r
    join loop l on l.project_id = r.project_id and l.id = r.loop_id
    join training_job j on j.project_id = r.project_id and j.id = r.job_id
    cross join lateral (
      select unnest(array[r.step, r.compared_step]) as step where r.step is not null
      union
      select c.step from checkpoint c
      where r.step is null and c.project_id = r.project_id and c.deleted_at is null
        and ((c.job_id = j.id and not c.is_interim) or (c.id = j.start_checkpoint_id and r.promote is null))) s
    where r.project_id = ${projectId} and j.model_id = ${modelId} and r.state in ('queued', 'running')
      and r.measure is not null and s.step is not null
    order by s.step`);
}

const COMPARED = columns({ step: int(sql`s.step`), loopName: text(sql`l.name`) });
