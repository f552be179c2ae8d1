import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluations.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { measureTexts, requireFitMeasures } from "./measures.internal.ts";
import { requireFreeName } from "./require-free-name.internal.ts";
import { watchModels } from "./watch-models.internal.ts";

type Endpoint = typeof contract.createEvaluation;

export async function createEvaluation(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { name, onCheckpoint = [], ...measures } = input;
  await requireFitMeasures(ctx, measures);
  const { project, actor } = ctx;
  const id = newId();
  const { graders, sampling } = measureTexts(measures);
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    await requireFreeName(place, name);
    await db.query(sql`
      insert into evaluation (id, project_id, name, dataset_id, version, graders, sampling, created_by)
      values (${id}, ${project.id}, ${name}, ${measures.datasetId}, ${measures.version ?? null}::int,
        ${graders}::json, ${sampling}::json, ${actor.userId})`);
    await watchModels(place, id, onCheckpoint);
    await tellProject(db, project.id, "evaluations");
    return { evaluation: await requireEvaluation(place, id) };
  });
}
