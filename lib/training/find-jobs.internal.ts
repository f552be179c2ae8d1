import { type JobKind, type JobState, STATUS_OF_STATE, type TrainingJob } from "#lib/contract/training.ts";
import type { Db } from "#lib/db/database.ts";
import { type Sql, sql } from "#lib/db/sql.ts";

type Row = Omit<TrainingJob, "status"> & { kind: JobKind; state: JobState };

/** Jobs as callers read them; `where` and what follows it speak of `j` (the job) and `p` (its project). */
export async function findJobs(db: Db, where: Sql): Promise<TrainingJob[]> {
  const rows = await db.query<Row>(sql`
    select j.id, j.model_id as "modelId", p.entity_name || '/' || p.name as "projectId", j.kind, j.state, j.step,
      j.total_steps as "totalSteps", j.started_at as "trainingStart", j.ended_at as "trainingEnd",
      j.error_message as "errorMessage", c.step as "checkpointStep", j.created_at as "createdAt", j.created_by as "createdBy"
    from training_job j
    join project p on p.id = j.project_id
    left join checkpoint c on c.job_id = j.id
    where ${where}`);
  return rows.map((row) => ({ ...row, status: STATUS_OF_STATE[row.state] }));
}
