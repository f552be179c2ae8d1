import type { Ctx } from "#lib/access/context.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { MAX_QUEUE_DATASETS } from "#lib/contract/datasets/queue-readiness.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { QueueSource } from "#lib/contract/datasets/sources.ts";
import { withVersions } from "#lib/datasets/dataset-records.internal.ts";
import { queueDatasets } from "#lib/datasets/queue-datasets.internal.ts";
import { noSuchDataset } from "#lib/datasets/require-dataset.internal.ts";
import { readRecipe } from "#lib/datasets/version-records.internal.ts";
import { usualDataset } from "./teaches-judge.ts";

type Asked = { queueId: string; datasetId?: string | undefined; fieldRef?: string | undefined };

/** The datasets that take answers of a queue, and the one that is meant: that of the id, or the usual one. */
export async function chooseQueueDataset(
  ctx: Pick<Ctx, "db" | "project">,
  { queueId, datasetId, fieldRef }: Asked,
): Promise<{ datasets: Pick<Dataset, "id" | "name" | "kind">[]; chosen: Dataset | null }> {
  const rows = (await queueDatasets(ctx, { queueId, limit: MAX_QUEUE_DATASETS })).filter(
    ({ recipe }) => fieldRef === undefined || takesField(sourcesIn(readRecipe(recipe), queueId), fieldRef),
  );
  const known = rows.map((row) => ({ row, updatedAt: row.updatedAt, recipe: readRecipe(row.recipe) }));
  const row = datasetId === undefined ? usualDataset(known)?.row : rows.find(({ id }) => id === datasetId);
  if (datasetId !== undefined && !row) throw noSuchDataset(datasetId);
  const [chosen = null] = row ? await withVersions(ctx, [row]) : [];
  return { datasets: rows.map(({ id, name, kind }) => ({ id, name, kind })), chosen };
}

function sourcesIn({ sources }: Recipe, queueId: string): QueueSource[] {
  return sources.flatMap((source) => (source.kind === "queue" && source.queueId === queueId ? source : []));
}

/** In whatever version. */
function takesField(sources: readonly QueueSource[], fieldRef: string): boolean {
  const nameOf = (ref: string) => parseRef(ref)?.name ?? ref;
  return sources.some(({ field }) => field !== undefined && nameOf(field) === nameOf(fieldRef));
}
