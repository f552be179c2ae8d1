import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createLoop as contract } from "#lib/contract/loops/loops.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { partTexts } from "./loop-parts.internal.ts";
import { requireLoop } from "./loop-records.internal.ts";
import { nextBegin } from "./next-begin.ts";
import { requireFit } from "./require-fit.internal.ts";

export async function createLoop(
  ctx: Ctx,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { project, actor } = ctx;
  await requireFit(ctx, input);
  const id = newId();
  const { begins, train, measure, promote } = partTexts(input);
  return ctx.db.transaction(async (db) => {
    await db.query(sql`
      insert into loop
        (id, project_id, name, dataset_id, model_id, evaluation_id, begins, train, measure, promote, max_jobs, is_paused, next_at,
          created_by, updated_by)
      values (${id}, ${project.id}, ${input.name.trim()}, ${input.datasetId}, ${input.train.modelId},
        ${input.measure?.evaluationId ?? null}, ${begins}::json, ${train}::json, ${measure}::json, ${promote}::json,
        ${input.maxJobs}::int, ${input.isPaused}, ${nextBegin(input.when, new Date())}::timestamptz, ${actor.userId}, ${actor.userId})`);
    await tellProject(db, project.id, "jobs");
    return { loop: await requireLoop({ db, project }, id) };
  });
}
