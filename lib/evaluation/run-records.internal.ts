import type { Ctx } from "#lib/access/context.ts";
import {
  EvaluationGrader,
  type EvaluationRun,
  EvaluationSampling,
} from "#lib/contract/evaluation/evaluations.ts";
import type { MaskReason } from "#lib/contract/evaluation/mask-reasons.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { bool, columns, field, int, of, type RowOf } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

type Place = Pick<Ctx, "db" | "project">;

/** What a grader finds again however often the model is asked. */
const UNFILLABLE: MaskReason = "invalid_variable";

const RUN = columns({
  ...of("evaluation_run n", "id", "evaluationId", "modelId", "step", "samples", "seed", "state", "total"),
  ...of(
    "evaluation_run n",
    "waitingFor",
    "errorMessage",
    "createdBy",
    "createdAt",
    "startedAt",
    "endedAt",
    "origin",
  ),
  name: field("evaluation_run n", "subject"),
  isAutomatic: bool(sql`n.checkpoint_id is not null`),
  version: field("dataset_version v", "number"),
  done: int(sql`(
    select count(*) from evaluation_result s where s.project_id = n.project_id and s.run_id = n.id)`),
  masked: int(sql`(
    select count(*) from evaluation_result s where s.project_id = n.project_id and s.run_id = n.id and s.is_masked)`),
  unfillable: int(sql`(
    select count(*) from evaluation_result s where s.project_id = n.project_id and s.run_id = n.id and s.is_masked
      and ${UNFILLABLE} = any(s.mask_reasons))`),
});
type RunRecord = RowOf<typeof RUN>;

/** Runs (as `n`) of the project that `condition` keeps, newest first. */
export async function findRuns(
  { db, project }: Place,
  condition: Sql,
  { limit = 200 }: { limit?: number } = {},
): Promise<EvaluationRun[]> {
  const records = await db.query(sql`
    select ${RUN}
    from evaluation_run n join dataset_version v on v.project_id = n.project_id and v.id = n.version_id
    where n.project_id = ${project.id} and ${condition}
    order by n.created_at desc, n.id desc limit ${limit}`);
  return records.map(toRun);
}

export async function requireRun(place: Place, runId: string): Promise<EvaluationRun> {
  const [run] = await findRuns(place, sql`n.id = ${runId}`);
  if (!run) throw new NotFound(`Evaluation run ${runId} not found; it does not exist in this project`);
  return run;
}

function toRun({ name, modelId, step, ...run }: RunRecord): EvaluationRun {
  return { ...run, subject: { name, modelId, step } };
}

/** What an evaluation's row holds of JSON, which is what its creation encoded. */
export function readGraders(stored: unknown): EvaluationGrader[] {
  return z.decode(list(EvaluationGrader), stored);
}

export function readSampling(stored: unknown): EvaluationSampling {
  return z.decode(EvaluationSampling, stored);
}
