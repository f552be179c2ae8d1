import { healthOf } from "#lib/contract/training/job-health.ts";
import { STATUS_OF_STATE } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import {
  bool,
  columns,
  field,
  float,
  int,
  json,
  of,
  orNull,
  type RowOf,
  text,
  time,
} from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { describeSource } from "./describe-source.internal.ts";

/** Jobs as callers read them; `where` and what follows it speak of `j` (the job) and `p` (its project). */
export async function findJobs(db: Db, where: Sql): Promise<TrainingJob[]> {
  const rows = await db.query(sql`
    select ${JOB}
    from training_job j
    join project p on p.id = j.project_id
    left join checkpoint c on c.job_id = j.id and not c.is_interim
    left join checkpoint s on s.id = j.start_checkpoint_id
    left join uploaded_file f on f.id = j.source
    where ${where}`);
  return Promise.all(rows.map(toJob));
}

const POSITION = sql`case when j.state = 'queued' then (
  select count(*)::integer from training_job e
  where e.project_id = j.project_id and e.model_id = j.model_id and e.position < j.position and e.ended_at is null) end`;
/** The first event of the list says how much there was to learn from; it stands among the first few of all. */
const COUNTED_ROWS = sql`(
  select coalesce(s.data ->> 'num_rows', s.data ->> 'num_groups_submitted')::float8::integer from training_event s
  where s.job_id = j.id and s.is_listed order by s.number limit 1)`;

const INTERIM = sql`coalesce((
  select json_agg(json_build_object('step', i.step, 'jobStep', i.job_step) order by i.job_step) from checkpoint i
  where i.job_id = j.id and i.is_interim and i.deleted_at is null), '[]')`;

const JOB = columns({
  ...of("training_job j", "id", "modelId", "kind", "state", "step", "totalSteps", "createdAt", "createdBy"),
  ...of("training_job j", "retryOf", "name", "tags", "note", "source", "datasetRef", "startStep"),
  projectId: text(sql`p.entity_name || '/' || p.name`),
  trainingStart: field("training_job j", "startedAt"),
  trainingEnd: field("training_job j", "endedAt"),
  ...of("training_job j", "waitedSeconds"),
  waitingSince: orNull(
    time(sql`case when j.state = 'queued' and j.started_at is not null then j.state_since end`),
  ),
  errorMessage: orNull(text(sql`case when j.state = 'failed' then j.error_message end`)),
  lastFault: orNull(text(sql`case when j.ended_at is null and j.attempts > 0 then j.error_message end`)),
  warnings: json<TrainingJob["warnings"]>(sql`j.warnings`),
  checkpointStep: orNull(field("checkpoint c", "step")),
  interimCheckpoints: json<TrainingJob["interimCheckpoints"]>(INTERIM),
  keptStep: orNull(field("checkpoint c", "jobStep")),
  isStoppedEarly: bool(sql`j.state = 'completed' and j.keeps_on_cancel and j.step < j.total_steps`),
  validation: json<TrainingJob["validation"]>(
    sql`case when j.validation is not null then json_build_object('name', j.validation -> 'name', 'rows', j.validation -> 'rows') end`,
  ),
  startedFromStep: orNull(field("checkpoint s", "step")),
  config: json<TrainingJob["config"]>(sql`j.config`),
  attempt: field("training_job j", "attempts"),
  group: field("training_job j", "groupName"),
  queuePosition: orNull(int(POSITION)),
  waitingFor: orNull(text(sql`case when j.ended_at is null then j.waiting_for end`)),
  filename: orNull(field("uploaded_file f", "filename")),
  fileRows: orNull(field("uploaded_file f", "rows")),
  fileBytes: orNull(float(sql`f.size_bytes`)),
  isFileThere: bool(sql`f.id is not null and f.deleted_at is null`),
  countedRows: orNull(int(COUNTED_ROWS)),
});

type Row = RowOf<typeof JOB>;

async function toJob(row: Row): Promise<TrainingJob> {
  const [status, health] = [STATUS_OF_STATE[row.state], healthOf(row.warnings)];
  return { ...row, status, health, source: await describeSource(row) };
}
