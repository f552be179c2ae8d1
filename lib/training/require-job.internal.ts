import type { AccountCtx } from "#lib/access/context.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { columns, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { findJobs } from "./find-jobs.internal.ts";

const JOB = columns({
  ...of("training_job j", "id", "modelId", "kind", "state", "step", "totalSteps"),
  projectId: text(sql`p.entity_name || '/' || p.name`),
});

/** What those need who do something with a job and do not show it. */
export type JobRow = RowOf<typeof JOB>;

type Asked = Pick<AccountCtx, "db" | "actor">;

/** The job with that id, once the actor may do `permission` in its project. One of another tenant is as good as none. */
export async function requireJobRow(
  { db, actor }: Asked,
  jobId: string,
  permission: Permission,
): Promise<JobRow> {
  const [job] = await db.query(
    sql`
      select ${JOB}
      from training_job j join project p on p.id = j.project_id
      where j.id = ${jobId}`,
    "require-training-job",
  );
  if (!job || !(await findProject(db, actor, job.projectId))) throw noSuchJob(jobId);
  await requireProject(db, actor, { path: job.projectId, permission });
  return job;
}

/** As `requireJobRow`, the way callers read it. */
export async function requireJob(ctx: Asked, jobId: string, permission: Permission): Promise<TrainingJob> {
  await requireJobRow(ctx, jobId, permission);
  const [job] = await findJobs(ctx.db, sql`j.id = ${jobId}`);
  if (!job) throw noSuchJob(jobId);
  return job;
}

function noSuchJob(jobId: string): NotFound {
  return new NotFound(
    `Training job ${jobId} not found; it does not exist or is in a project that you may not read`,
  );
}
