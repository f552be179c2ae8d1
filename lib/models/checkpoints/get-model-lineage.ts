import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getModelLineage as contract } from "#lib/contract/models/models.ts";
import { openModel } from "#lib/models/open-model.ts";
import { allOrNull, bool, columns, int, of, orNull, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type LineageCheckpoint, type LineageJob, lineageOf } from "./lineage-of.internal.ts";

export async function getModelLineage(
  ctx: AccountCtx,
  { modelId, limit }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { baseModel } = await openModel(ctx, modelId, "models:read");
  const jobs = await jobsOf(ctx.db, modelId, limit);
  const checkpoints = await checkpointsOf(ctx.db, modelId);
  const earlierJobs = Number(jobs[0]?.total ?? 0) - jobs.length;
  return { ...lineageOf({ baseModel, jobs, checkpoints }), earlierJobs };
}

/** The newest, oldest first. */
async function jobsOf(db: Db, modelId: string, limit: number): Promise<(LineageJob & { total: number })[]> {
  const rows = await db.query(sql`
    select ${JOB}
    from training_job j
    left join uploaded_file f on f.id = j.source
    where j.project_id = (select project_id from model where id = ${modelId}) and j.model_id = ${modelId}
    order by j.position desc limit ${limit}`);
  return rows.toReversed();
}

const JOB = columns({
  ...of("training_job j", "id", "kind", "state", "step", "source", "createdAt"),
  ...of("training_job j", "startStep", "startCheckpointId"),
  ...allOrNull(of("uploaded_file f", "filename", "sha256")),
  isFileDeleted: bool(sql`f.deleted_at is not null`),
  total: int(sql`count(*) over ()`),
  rows: orNull(
    int(sql`coalesce(f.rows, (select coalesce(s.data ->> 'num_rows', s.data ->> 'num_groups_submitted')::float8::integer
      from training_event s where s.job_id = j.id and s.is_listed order by s.number limit 1))`),
  ),
});

function checkpointsOf(db: Db, modelId: string): Promise<LineageCheckpoint[]> {
  const aliases = sql`coalesce((select array_agg(a.name order by a.name) from checkpoint_alias a
    where a.project_id = c.project_id and a.model_id = c.model_id and a.step = c.step and c.deleted_at is null), '{}')`;
  return db.query(sql`
    select ${columns({
      ...of("checkpoint c", "id", "step", "jobId", "createdAt", "deletedAt", "corruptAt"),
      aliases: texts(aliases),
    })}
    from checkpoint c where c.model_id = ${modelId} order by c.step`);
}
