import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getModelLineage as contract } from "#lib/contract/models/models.ts";
import { openModel } from "#lib/models/open-model.ts";
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
  const rows = await db.query<LineageJob & { total: number }>(sql`
    select j.id, j.kind, j.state, j.step, j.source, j.started_at as "startedAt", j.created_at as "createdAt",
      f.filename, f.sha256, (f.deleted_at is not null) as "isFileDeleted", count(*) over ()::integer as total,
      coalesce(f.rows, (select coalesce(s.data ->> 'num_rows', s.data ->> 'num_groups_submitted')::float8::integer
        from training_event s where s.job_id = j.id and s.is_listed order by s.number limit 1)) as rows
    from training_job j
    left join uploaded_file f on f.id = j.source
    where j.project_id = (select project_id from model where id = ${modelId}) and j.model_id = ${modelId}
    order by j.position desc limit ${limit}`);
  return rows.toReversed();
}

function checkpointsOf(db: Db, modelId: string): Promise<LineageCheckpoint[]> {
  return db.query<LineageCheckpoint>(sql`
    select c.id, c.step, c.job_id as "jobId", c.created_at as "createdAt", c.deleted_at as "deletedAt",
      c.corrupt_at as "corruptAt",
      coalesce((select array_agg(a.name order by a.name) from checkpoint_alias a
        where a.project_id = c.project_id and a.model_id = c.model_id and a.step = c.step and c.deleted_at is null),
        '{}') as aliases
    from checkpoint c where c.model_id = ${modelId} order by c.step`);
}
