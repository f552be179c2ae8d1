import { STATUS_OF_STATE } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { describeSource, type SourceFacts } from "./describe-source.internal.ts";

type Row = Omit<TrainingJob, "status" | "source"> & SourceFacts;

/** Jobs as callers read them; `where` and what follows it speak of `j` (the job) and `p` (its project). */
export async function findJobs(db: Db, where: Sql): Promise<TrainingJob[]> {
  // The first event of the list says how much there was to learn from; it stands among the first few of all.
  const rows = await db.query<Row>(sql`
    select j.id, j.model_id as "modelId", p.entity_name || '/' || p.name as "projectId", j.kind, j.state, j.step,
      j.total_steps as "totalSteps", j.started_at as "trainingStart", j.ended_at as "trainingEnd",
      case when j.state = 'failed' then j.error_message end as "errorMessage",
      case when j.ended_at is null and j.attempts > 0 then j.error_message end as "lastFault", c.step as "checkpointStep", j.created_at as "createdAt", j.created_by as "createdBy",
      j.config, j.retry_of as "retryOf", j.attempts as attempt, j.name, j.tags, j.note, j.group_name as "group",
      case when j.state = 'queued' then (
        select count(*)::integer from training_job e
        where e.project_id = j.project_id and e.model_id = j.model_id and e.position < j.position and e.ended_at is null
      ) end as "queuePosition",
      case when j.ended_at is null then j.waiting_for end as "waitingFor",
      j.source, f.filename, f.rows as "fileRows", f.size_bytes::float8 as "fileBytes",
      (f.id is not null and f.deleted_at is null) as "isFileThere",
      (select coalesce(s.data ->> 'num_rows', s.data ->> 'num_groups_submitted')::float8::integer from training_event s
        where s.job_id = j.id and s.is_listed order by s.number limit 1) as "countedRows"
    from training_job j
    join project p on p.id = j.project_id
    left join checkpoint c on c.job_id = j.id
    left join uploaded_file f on f.id = j.source
    where ${where}`);
  return Promise.all(rows.map(toJob));
}

async function toJob(row: Row): Promise<TrainingJob> {
  return { ...row, status: STATUS_OF_STATE[row.state], source: await describeSource(row) };
}
