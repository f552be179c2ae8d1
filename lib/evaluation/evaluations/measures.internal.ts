import type { Ctx } from "#lib/access/context.ts";
import {
  type Evaluation,
  EvaluationGrader,
  EvaluationSampling,
} from "#lib/contract/evaluation/evaluations.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { requireDatasetName, requireMeasuredVersion } from "#lib/datasets/measured-version.ts";
import { requireFitGraders } from "#lib/evaluation/stored-graders/require-fit-graders.internal.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

/** What answers are measured by. */
export type Measures = Pick<Evaluation, "datasetId" | "graders" | "sampling"> & {
  version?: number | undefined;
};

/** Refuses graders that cannot work, and a dataset or version that is not there. */
export async function requireFitMeasures(
  ctx: Pick<Ctx, "db" | "project">,
  { datasetId, version, graders }: Measures,
): Promise<void> {
  await requireFitGraders(graders);
  await requireDatasetName(ctx, datasetId);
  if (version !== undefined) await requireMeasuredVersion(ctx, { datasetId, number: version });
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
