import type { Ctx } from "#lib/access/context.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { createDataset as contract, Dataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";
import { withVersions } from "#lib/datasets/dataset-records.internal.ts";
import { createDataset } from "#lib/datasets/recipes/create-dataset.ts";
import { requireDataset } from "#lib/datasets/require-dataset.internal.ts";
import type { UploadToRead } from "#lib/datasets/sources/checked-source.ts";
import { toVersion } from "#lib/datasets/version-records.internal.ts";
import type { PreparedChange } from "#lib/platform/db/prepared-change.ts";
import { composeWhole, WHOLE_VERSION } from "./build-dataset-version.ts";
import { storeVersion } from "./store-version.internal.ts";

type Input = InputOf<typeof contract>;

/** A dataset that appears with its first version, or not at all. `arriving` is an uploaded file of its recipe that is stored with it. */
export async function prepareFirstVersion(
  ctx: Ctx,
  input: Input,
  arriving: UploadToRead,
): Promise<PreparedChange<{ dataset: Dataset; version: DatasetVersion }>> {
  const composed = await composeWhole(ctx, { ...input, arriving });
  return {
    limits: WHOLE_VERSION,
    store: async (db) => {
      const place = { ...ctx, db };
      const { id } = (await createDataset(place, input)).dataset;
      const made = await requireDataset(place, id);
      const recipe = z.encode(Recipe, input.recipe);
      const { record } = await storeVersion(place, { dataset: made, recipe, composed, note: "" });
      const [dataset] = await withVersions(place, [made]);
      if (!dataset) throw new Error(`The dataset ${id} was stored and is not there`);
      return { dataset, version: toVersion(record, ctx.project) };
    },
  };
}
