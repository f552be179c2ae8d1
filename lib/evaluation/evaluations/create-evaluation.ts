import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluations.ts";
import { EvaluationGrader, EvaluationSampling } from "#lib/contract/evaluation/evaluations.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { requireDatasetName, requireMeasuredVersion } from "#lib/datasets/measured-version.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { requireFitGraders } from "#lib/evaluation/stored-graders/require-fit-graders.internal.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.createEvaluation;

export async function createEvaluation(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { name, datasetId, version = null, graders, sampling } = input;
  await requireFitGraders(graders);
  const { project, actor } = ctx;
  const id = newId();
  return ctx.db.transaction(async (db) => {
    const place = { db, project };
    await requireDatasetName(place, datasetId);
    if (version !== null) await requireMeasuredVersion(place, { datasetId, number: version });
    await requireFreeName(place, name);
    await db.query(sql`
      insert into evaluation (id, project_id, name, dataset_id, version, graders, sampling, created_by)
      values (${id}, ${project.id}, ${name}, ${datasetId}, ${version}::int,
        ${JSON.stringify(z.encode(list(EvaluationGrader), graders))}::json,
        ${JSON.stringify(z.encode(EvaluationSampling, sampling))}::json, ${actor.userId})`);
    await tellProject(db, project.id, "evaluations");
    return { evaluation: await requireEvaluation(place, id) };
  });
}

async function requireFreeName({ db, project }: Pick<Ctx, "db" | "project">, name: string): Promise<void> {
  await lockName(db, `evaluation ${project.id} ${name}`);
  const where = { projectId: project.id, name };
  const taken = await db.prisma.evaluation.findFirst({ where, select: { id: true } });
  if (taken)
    throw new Conflict(`The name ${name} is taken by evaluation ${taken.id}; choose another`, {
      code: "name_taken",
    });
}
