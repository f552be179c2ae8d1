import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { type EvaluationSubject, MAX_ANSWERS } from "#lib/contract/evaluation/evaluations.ts";
import { type MeasuredVersion, requireMeasuredVersion } from "#lib/datasets/measured-version.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { resolveModel } from "#lib/models/models/resolve-model.ts";
import { findUpstream } from "#lib/models/upstreams/find-upstream.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.createEvaluationRuns;

export async function createEvaluationRuns(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { project, actor } = ctx;
  requirePermission(actor, project, "chat:create");
  const evaluation = await requireEvaluation(ctx, input.evaluationId);
  const { datasetId, version: number } = evaluation;
  const version = await requireMeasuredVersion(ctx, { datasetId, number });
  requireRows(version, input.samples);
  const subjects: EvaluationSubject[] = [];
  for (const name of new Set(input.subjects)) subjects.push(await openSubject(ctx, name));
  const runs = subjects.map((subject) => ({ ...subject, id: newId() }));
  return ctx.db.transaction(async (db) => {
    for (const { id, name, modelId, step } of runs)
      await db.query(sql`
        insert into evaluation_run
          (id, project_id, evaluation_id, version_id, subject, model_id, step, samples, seed, total, created_by)
        values (${id}, ${project.id}, ${evaluation.id}, ${version.id}, ${name}, ${modelId}, ${step}::int,
          ${input.samples}::int, ${input.seed}::int, ${version.rows * input.samples}::int, ${actor.userId})`);
    await tellProject(db, project.id, "evaluations");
    const ids = runs.map(({ id }) => id);
    return { runs: (await findRuns({ db, project }, sql`n.id = any(${ids}::text[])`)).reverse() };
  });
}

function requireRows({ number, rows }: MeasuredVersion, samples: number): void {
  if (rows === 0)
    throw new Conflict(
      `Version ${number} of the dataset holds out no rows, so there is nothing to measure; build one with split.held_out above 0`,
      { code: "no_rows" },
    );
  if (rows * samples > MAX_ANSWERS)
    throw new Rejected(
      `${rows} rows with ${samples} samples are ${rows * samples} answers, and a run may have ${MAX_ANSWERS}; ask for fewer samples or hold out fewer rows`,
      { param: "samples" },
    );
}

/** Who answers by this name now: what an alias or the newest step means may move, and what was measured must not. */
async function openSubject({ db, actor, project }: Ctx, name: string): Promise<EvaluationSubject> {
  if (await findUpstream(db, name)) return { name, modelId: null, step: null };
  const resolved = await resolveModel(db, actor, name);
  if (resolved.kind === "base") return { name: resolved.name, modelId: null, step: null };
  const { model, checkpoint } = resolved;
  if (model.projectId !== project.id)
    throw new Rejected(`${name} is a model of ${model.project.path}; evaluate it there`, {
      param: "subjects",
    });
  const pinned = `${project.path}/${model.name}:step${checkpoint.step}`;
  return { name: pinned, modelId: model.id, step: checkpoint.step };
}
