import type { Ctx } from "#lib/access/context.ts";
import { requireMeasuredVersion } from "#lib/datasets/measured-version.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { beginRuns } from "./begin-runs.internal.ts";
import { isAnsweredAlike } from "./is-answered-alike.internal.ts";

type Wanted = { evaluationId: string; model: { id: string; name: string }; steps: readonly number[] };

/**
 * The run of each step by an evaluation, with the version that it measures now: one that is there, or else a new one. The caller holds the evaluation's
 * row, as a run for an arrived checkpoint does while it begins, so that no step is measured twice.
 */
export async function takeStepRuns(ctx: Ctx, { evaluationId, model, steps }: Wanted): Promise<string[]> {
  const { project } = ctx;
  const { datasetId, version: number } = await requireEvaluation(ctx, evaluationId);
  const { id: versionId } = await requireMeasuredVersion(ctx, { datasetId, number });
  const alike = isAnsweredAlike({ modelId: sql`${model.id}`, versionId: sql`${versionId}` });
  const there = await findRuns(
    ctx,
    sql`n.evaluation_id = ${evaluationId} and n.step = any(${[...steps]}::int[]) and ${alike}`,
  );
  const missing = steps.filter((step) => there.every(({ subject }) => subject.step !== step));
  const asked = {
    ...{ projectId: project.path, evaluationId, samples: 1, seed: 1 },
    subjects: missing.map((step) => `${project.path}/${model.name}:step${step}`),
  };
  const { runs: begun } = missing.length > 0 ? await beginRuns(ctx, asked, "loop") : { runs: [] };
  return steps.flatMap((step) => [...there, ...begun].find(({ subject }) => subject.step === step)?.id ?? []);
}
