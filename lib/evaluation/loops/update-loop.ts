import { isDeepStrictEqual } from "node:util";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { LoopSettings } from "#lib/contract/loops/loop-settings.ts";
import type { updateLoop as contract, Loop } from "#lib/contract/loops/loops.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { partTexts } from "./loop-parts.internal.ts";
import { lockLoop, requireLoop } from "./loop-records.internal.ts";
import { nextBegin } from "./next-begin.ts";
import { requireFit } from "./require-fit.internal.ts";

type Input = InputOf<typeof contract>;

/** It acts for the person who saves it from now on; what stopped it is forgotten. */
export async function updateLoop(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract>> {
  const { project, actor } = ctx;
  const { loopId } = input;
  const known = await requireLoop(ctx, loopId);
  // What fits no more, such as an archived dataset, must not keep anybody from pausing it.
  if (!isOnlyPaused(known, input)) await requireFit(ctx, input);
  const { begins, train, measure, promote } = partTexts(input);
  return ctx.db.transaction(async (db) => {
    const before = await lockLoop({ db, project }, loopId);
    // A plan that does not change keeps its next time, unless the loop was at rest until now.
    const keepsTime = !before.isPaused && JSON.stringify(before.when) === JSON.stringify(input.when);
    const nextAt = keepsTime ? before.nextAt : nextBegin(input.when, new Date());
    await db.query(sql`
      update loop set name = ${input.name.trim()}, dataset_id = ${input.datasetId}, model_id = ${input.train.modelId},
        evaluation_id = ${input.measure?.evaluationId ?? null}, begins = ${begins}::json, train = ${train}::json,
        measure = ${measure}::json, promote = ${promote}::json, max_jobs = ${input.maxJobs}::int, is_paused = ${input.isPaused},
        problem = null, next_at = ${nextAt}::timestamptz, updated_by = ${actor.userId},
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where project_id = ${project.id} and id = ${loopId}`);
    await tellProject(db, project.id, "jobs");
    return { loop: await requireLoop({ db, project }, loopId) };
  });
}

function isOnlyPaused(before: Loop, input: Input): boolean {
  return input.isPaused && isDeepStrictEqual(asSent(before), asSent(input));
}

function asSent(settings: LoopSettings) {
  const { name, datasetId, maxJobs } = settings;
  return { name: name.trim(), datasetId, maxJobs, ...partTexts(settings) };
}
