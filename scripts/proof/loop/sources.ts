import {
  buildDatasetVersion,
  type DatasetVersion,
  queryDatasetRejections,
  queryDatasetRows,
  type Rejection,
  type VersionRow,
} from "#lib/contract/datasets/dataset-versions.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import * as z from "#lib/contract/zod.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Town } from "../../examples/loop/town.ts";
import type { LargeQueue } from "./large-queue.ts";

const PAGE = 200;

/** A recipe over the labels of one queue; `rest` is as the wire has it. */
export function labelsOf(
  { id, field }: Pick<LargeQueue, "id" | "field">,
  consensus: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Recipe {
  return z.decode(Recipe, {
    sources: [{ kind: "queue", queue_id: id, use: "labels", field, consensus }],
    ...rest,
  });
}

export async function aDataset({ lead, projectId }: Town, recipe: Recipe): Promise<string> {
  const named = { projectId, name: `proof-${newId().slice(-12)}`, description: "" };
  const { dataset } = await lead.call(createDataset, { ...named, kind: "sft", recipe });
  return dataset.id;
}

export function build(
  { lead, projectId }: Town,
  datasetId: string,
): Promise<{ version: DatasetVersion; isNew: boolean }> {
  return lead.call(buildDatasetVersion, { projectId, datasetId, note: "" });
}

export async function rowsOf(town: Town, { datasetId, number }: DatasetVersion): Promise<VersionRow[]> {
  const rows: VersionRow[] = [];
  for (;;) {
    const at = { projectId: town.projectId, datasetId, version: `v${number}` };
    const page = await town.lead.call(queryDatasetRows, { ...at, limit: PAGE, offset: rows.length });
    rows.push(...page.rows);
    if (rows.length >= page.totalCount) return rows;
  }
}

export async function rejectionsOf(town: Town, { datasetId, number }: DatasetVersion): Promise<Rejection[]> {
  const rejections: Rejection[] = [];
  for (;;) {
    const at = { projectId: town.projectId, datasetId, version: `v${number}` };
    const page = await town.lead.call(queryDatasetRejections, {
      ...at,
      limit: PAGE,
      offset: rejections.length,
    });
    rejections.push(...page.rejections);
    if (rejections.length >= page.totalCount) return rejections;
  }
}
