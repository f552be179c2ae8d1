import type { Ctx } from "#lib/access/context.ts";
import type { getProjectContents as contract } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Contents = ReplyOf<typeof contract>;

export async function getProjectContents({ db, project }: Ctx): Promise<Contents> {
  const [row] = await db.query<Contents>(sql`
    select
      (select count(*) from call where project_id = p.id and deleted_at is null)::float8 as calls,
      (select count(*) from thread_stat where project_id = p.id)::float8 as threads,
      (select count(*) from feedback where project_id = p.id)::float8 as feedback,
      (select count(*) from annotation_queue where project_id = p.id and deleted_at is null)::float8 as queues,
      (select count(*) from queue_item where project_id = p.id and deleted_at is null)::float8 as "queueItems",
      (select count(*) from model where project_id = p.id and deleted_at is null)::float8 as models,
      (select count(*) from checkpoint where project_id = p.id and deleted_at is null)::float8 as checkpoints,
      (select count(*) from training_job where project_id = p.id)::float8 as "trainingJobs",
      (select count(*) from training_job where project_id = p.id and ended_at is null)::float8 as "unendedJobs",
      (select count(*) from uploaded_file where project_id = p.id and deleted_at is null)::float8 as files,
      (coalesce((select sum(size_bytes) from uploaded_file where project_id = p.id and deleted_at is null), 0)
        + coalesce((select sum(size_bytes) from checkpoint where project_id = p.id and deleted_at is null), 0))::float8 as bytes
    from project p where p.id = ${project.id}`);
  if (!row) throw new Error("A project that was just found is not there");
  return row;
}
