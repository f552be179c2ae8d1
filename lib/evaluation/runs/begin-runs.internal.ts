import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import {
  type Evaluation,
  type EvaluationSubject,
  MAX_ANSWERS,
  type RunOrigin,
} from "#lib/contract/evaluation/evaluations.ts";
import { type MeasuredVersion, requireMeasuredVersion } from "#lib/datasets/measured-version.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { resolveModel } from "#lib/models/models/resolve-model.ts";
import { findUpstream } from "#lib/models/upstreams/find-upstream.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.createEvaluationRuns;

/** What starts runs says what it is: people look at their own first. */
export async function beginRuns(
  ctx: Ctx,
  input: InputOf<Endpoint>,
  origin: RunOrigin,
): Promise<ReplyOf<Endpoint>> {
  const { project, actor } = ctx;
  requirePermission(actor, project, "chat:create");
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    // What it measures by does not change before the runs are there.
    await lockRow(db, "evaluation", { projectId: project.id, id: input.evaluationId }, "share");
    const evaluation = await requireEvaluation(place, input.evaluationId);
    requireInUse(evaluation);
    const { datasetId, version: number } = evaluation;
    const version = await requireMeasuredVersion(place, { datasetId, number });
    const fault = faultOf(version, input.samples);
    if (fault) throw fault;
    const runs: (EvaluationSubject & { id: string })[] = [];
    for (const name of new Set(input.subjects))
      runs.push({ ...(await openSubject(place, name)), id: newId() });
    for (const { id, name, modelId, step } of runs)
      await db.query(sql`
        insert into evaluation_run
          (id, project_id, evaluation_id, version_id, subject, model_id, step, samples, seed, total, created_by,
            origin)
        values (${id}, ${project.id}, ${evaluation.id}, ${version.id}, ${name}, ${modelId}, ${step}::int,
          ${input.samples}::int, ${input.seed}::int, ${version.rows * input.samples}::int, ${actor.userId},
          ${origin}::run_origin)`);
    await tellProject(db, project.id, "evaluations");
    const ids = runs.map(({ id }) => id);
    return { runs: (await findRuns({ db, project }, sql`n.id = any(${ids}::text[])`)).reverse() };
  });
}

function requireInUse({ name, isArchived }: Evaluation): void {
  if (isArchived)
    throw new Conflict(`${name} is archived, so nothing new is measured by it; restore it first`, {
      code: "archived",
    });
}

/** Why a run of a version would measure nothing, or too much; null where it would not. */
export function faultOf(
  { number, rows }: Pick<MeasuredVersion, "number" | "rows">,
  samples: number,
): Conflict | Rejected | null {
  if (rows === 0)
    return new Conflict(
      `Version ${number} of the dataset holds out no rows, so there is nothing to measure; build one with split.held_out above 0`,
      { code: "no_rows" },
    );
  if (rows * samples > MAX_ANSWERS)
    return new Rejected(
      `${rows} rows with ${samples} samples are ${rows * samples} answers, and a run may have ${MAX_ANSWERS}; ask for fewer samples or hold out fewer rows`,
      { param: "samples" },
    );
  return null;
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
