import type { Project } from "#lib/access/context.ts";
import {
  DatasetCounts,
  type DatasetVersion,
  type RetractedInVersion,
} from "#lib/contract/datasets/dataset-versions.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import * as z from "#lib/contract/zod.ts";
import { columns, of, type RowOf } from "#lib/platform/db/columns.ts";

/** What the wire shows of a version (as `v`) of a dataset (as `d`). */
export const VERSION_COLUMNS = {
  ...of("dataset_version v", "id", "datasetId", "number", "objectDigest", "recipe", "counts", "contentHash"),
  ...of("dataset_version v", "asOf", "note", "createdBy", "createdAt"),
  ...of("dataset d", "kind", "name"),
};
const VERSION = columns(VERSION_COLUMNS);
export type VersionRecord = RowOf<typeof VERSION>;

/** What was just built has nothing that is retracted. */
export function toVersion(
  record: VersionRecord,
  project: Pick<Project, "path">,
  retracted: RetractedInVersion | null = null,
): DatasetVersion {
  const { name, objectDigest, recipe, counts, contentHash, ...facts } = record;
  return {
    ...facts,
    ref: `weave:///${project.path}/object/${name}:${objectDigest}`,
    recipe: readRecipe(recipe),
    // The columns hold only what a build encoded.
    counts: z.decode(DatasetCounts, counts),
    retracted,
    contentHash: contentHash.toString("hex"),
  };
}

/** A recipe as it is stored: as it came, with what it left out. */
export function readRecipe(stored: unknown): Recipe {
  return z.decode(Recipe, stored);
}
