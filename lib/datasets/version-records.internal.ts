import type { Project } from "#lib/access/context.ts";
import { DatasetCounts, type DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import { isDict } from "#lib/contract/fields.ts";
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

/** What changed after a version was read. */
export type SinceRead = Pick<DatasetVersion, "retracted" | "countAgain">;
const JUST_READ: SinceRead = { retracted: null, countAgain: 0 };

export function toVersion(
  record: VersionRecord,
  project: Pick<Project, "path">,
  since: SinceRead = JUST_READ,
): DatasetVersion {
  const { name, objectDigest, recipe, counts, contentHash, ...facts } = record;
  return {
    ...facts,
    ref: `weave:///${project.path}/object/${name}:${objectDigest}`,
    recipe: readRecipe(recipe),
    counts: readCounts(counts),
    ...since,
    contentHash: contentHash.toString("hex"),
  };
}

/** The column holds only what a build encoded; builds of before counted neither conflicts nor missing calls, and noted nothing of rows. */
export function readCounts(stored: unknown): DatasetCounts {
  return z.decode(
    DatasetCounts,
    isDict(stored)
      ? { conflicts: null, missing_calls: null, notes: null, held_out_units: null, ...stored }
      : stored,
  );
}

/** A recipe as it is stored: as it came, with what it left out. */
export function readRecipe(stored: unknown): Recipe {
  return z.decode(Recipe, stored);
}
