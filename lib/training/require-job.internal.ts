import { findProject, requireProject } from "#lib/auth/require-project.ts";
import type { AccountCtx } from "#lib/context.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { TrainingJob } from "#lib/contract/training.ts";
import { sql } from "#lib/db/sql.ts";
import { NotFound } from "#lib/errors.ts";
import { findJobs } from "./find-jobs.internal.ts";

/** The job with that id, once the actor may do `permission` in its project. One of another tenant is as good as none. */
export async function requireJob(
  { db, actor }: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  permission: Permission,
): Promise<TrainingJob> {
  const [job] = await findJobs(db, sql`j.id = ${jobId}`);
  if (!job || !(await findProject(db, actor, job.projectId))) throw noSuchJob(jobId);
  await requireProject(db, actor, { path: job.projectId, permission });
  return job;
}

function noSuchJob(jobId: string): NotFound {
  return new NotFound(
    `Training job ${jobId} not found; it does not exist or belongs to a project that is not yours`,
  );
}
