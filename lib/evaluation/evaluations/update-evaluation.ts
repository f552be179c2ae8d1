import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/evaluations.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, InvalidRequest } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { areSameMeasures, type Measures, measureTexts, requireFitMeasures } from "./measures.internal.ts";
import { requireFreeName } from "./require-free-name.internal.ts";
import { watchModels } from "./watch-models.internal.ts";

type Endpoint = typeof contract.updateEvaluation;

/** Changes what is given. */
export async function updateEvaluation(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { evaluationId, measures, onCheckpoint } = input;
  const { project } = ctx;
  if (measures) await requireFitMeasures(ctx, measures).catch(throwInsideMeasures);
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    // Starting a run holds the row as well, so none begins while its measures change.
    await lockRow(db, "evaluation", { projectId: project.id, id: evaluationId }, "update");
    const before = await requireEvaluation(place, evaluationId);
    const { name = before.name, isArchived = before.isArchived } = input;
    if (name !== before.name) await requireFreeName(place, name);
    if (measures) await changeMeasures(place, before, measures);
    await db.prisma.evaluation.update({ where: { id: evaluationId }, data: { name, isArchived } });
    if (onCheckpoint) await watchModels(place, evaluationId, onCheckpoint);
    await tellProject(db, project.id, "evaluations");
    return { evaluation: await requireEvaluation(place, evaluationId) };
  });
}

/** Places in the body begin with `measures` here, which are the body of a new evaluation. */
function throwInsideMeasures(error: unknown): never {
  if (!(error instanceof InvalidRequest)) throw error;
  throw new InvalidRequest(
    error.problems.map(({ loc: [body = "body", ...rest], ...problem }) => ({
      ...problem,
      loc: [body, "measures", ...rest],
    })),
  );
}

async function changeMeasures(
  { db, project }: Pick<Ctx, "db" | "project">,
  before: Evaluation,
  measures: Measures,
): Promise<void> {
  if (areSameMeasures(before, measures)) return;
  if (before.runCount > 0)
    throw new Conflict(
      `${before.name} has ${before.runCount} ${before.runCount === 1 ? "run" : "runs"}, whose numbers mean what its dataset, graders and sampling say; make another evaluation to measure by others`,
      { code: "measured" },
    );
  const { graders, sampling } = measureTexts(measures);
  await db.query(sql`
    update evaluation set dataset_id = ${measures.datasetId}, version = ${measures.version ?? null}::int,
      graders = ${graders}::json, sampling = ${sampling}::json
    where project_id = ${project.id} and id = ${before.id}`);
}
