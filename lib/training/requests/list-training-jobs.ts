import type { AccountCtx } from "#lib/access/context.ts";
import { allowedProjects } from "#lib/access/permissions/allowed-projects.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { JOB_STATES, STATUS_OF_STATE } from "#lib/contract/training/job-states.ts";
import type { listTrainingJobs as contract } from "#lib/contract/training/training.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { toPage, unknownCursor } from "#lib/platform/paging.ts";
import { findJobs } from "#lib/training/find-jobs.internal.ts";

type Input = InputOf<typeof contract>;

export async function listTrainingJobs(
  ctx: AccountCtx,
  { modelId, status, projectId, search, tag, group, fileId, after, limit }: Input,
): Promise<ReplyOf<typeof contract>> {
  const { db } = ctx;
  const readable = sql`j.project_id = any(${await projectIds(ctx, projectId)}::text[])`;
  const from = after === undefined ? empty : await beyond(db, readable, after);
  const jobs = await findJobs(
    db,
    sql`${readable}
      ${modelId === undefined ? empty : sql`and j.model_id = ${modelId}`}
      ${status === undefined ? empty : sql`and j.state = any(${statesOf(status)})`} 
      ${search === undefined ? empty : sql`and ${saysPart(search)}`}
      ${tag === undefined ? empty : sql`and ${tag} = any(j.tags)`}
      ${fileId === undefined ? empty : sql`and j.source = ${fileId}`}
      ${group === undefined ? empty : sql`and j.group_name = ${group}`} ${from}
      order by j.created_at desc, j.id desc limit ${limit + 1}`,
  );
  return toPage(jobs, limit);
}

async function projectIds({ db, actor }: AccountCtx, path: string | undefined): Promise<string[]> {
  const projects =
    path === undefined
      ? await allowedProjects(db, actor, "training:read")
      : [await requireProject(db, actor, { path, permission: "training:read" })];
  return projects.map(({ id }) => id);
}

function statesOf(status: Input["status"]): string[] {
  return JOB_STATES.filter((state) => STATUS_OF_STATE[state] === status);
}

/** Whether a part of what people call a job, or its model, reads like this. */
function saysPart(search: string): Sql {
  return sql`position(lower(${search}::text) in lower(concat_ws(chr(10), j.name, array_to_string(j.tags, chr(10)), j.note, j.group_name,
    (select m.name from model m where m.id = j.model_id)))) > 0`;
}

async function beyond(db: Db, readable: Sql, after: string): Promise<Sql> {
  const [last] = await findJobs(db, sql`${readable} and j.id = ${after}`);
  if (!last) throw unknownCursor("training job");
  return sql`and (j.created_at, j.id) < (${last.createdAt}::timestamptz, ${last.id})`;
}
