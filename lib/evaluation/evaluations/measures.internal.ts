import type { Ctx } from "#lib/access/context.ts";
import {
  type Evaluation,
  EvaluationGrader,
  EvaluationSampling,
} from "#lib/contract/evaluation/evaluations.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { IS_MEASURED, requireDatasetName, requireMeasuredVersion } from "#lib/datasets/measured-version.ts";
import { requireReferences } from "#lib/evaluation/references/require-references.internal.ts";
import { requireFitGraders } from "#lib/evaluation/stored-graders/require-fit-graders.internal.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

/** What answers are measured by. */
export type Measures = Pick<Evaluation, "datasetId" | "graders" | "sampling"> & {
  version?: number | undefined;
};

/** Refuses graders that cannot work, or not on these rows, and a dataset or version that is not there. */
export async function requireFitMeasures(
  ctx: Pick<Ctx, "db" | "project">,
  { datasetId, version, graders }: Measures,
): Promise<void> {
  await requireFitGraders(graders);
  const name = await requireDatasetName(ctx, datasetId);
  // Without a number it measures the newest one at each run, which may not be there yet.
  const isThere = version !== undefined || (await hasVersion(ctx, datasetId));
  if (!isThere) return;
  const measured = await requireMeasuredVersion(ctx, { datasetId, number: version ?? null });
  await requireReferences(ctx, {
    ...{ versionId: measured.id, where: IS_MEASURED, graders },
    rows: { count: measured.rows, noun: "measured row", version: `${name}:v${measured.number}` },
  });
}

async function hasVersion({ db, project }: Pick<Ctx, "db" | "project">, datasetId: string): Promise<boolean> {
  return (await db.prisma.datasetVersion.count({ where: { projectId: project.id, datasetId } })) > 0;
}

/** As the columns hold it. */
export function measureTexts({ graders, sampling }: Pick<Measures, "graders" | "sampling">) {
  return {
    graders: JSON.stringify(z.encode(list(EvaluationGrader), graders)),
    sampling: JSON.stringify(z.encode(EvaluationSampling, sampling)),
  };
}

export function areSameMeasures(before: Evaluation, now: Measures): boolean {
  const written = ({ datasetId, ...rest }: Pick<Measures, "datasetId" | "graders" | "sampling">) =>
    canonicalJson({ datasetId, ...measureTexts(rest) });
  return before.version === (now.version ?? null) && written(before) === written(now);
}
