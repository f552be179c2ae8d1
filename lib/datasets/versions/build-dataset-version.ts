import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { REASONS, REJECTIONS } from "#lib/contract/datasets/rejections.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { noSuchDataset, requireDataset } from "#lib/datasets/require-dataset.internal.ts";
import type { UploadToRead } from "#lib/datasets/sources/checked-source.ts";
import { MAX_ITEMS } from "#lib/datasets/sources/read-sources.ts";
import { readRecipe, toVersion } from "#lib/datasets/version-records.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { type PreparedChange, storePrepared } from "#lib/platform/db/prepared-change.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { type Composed, composeVersion } from "./compose-version.internal.ts";
import { storeVersion } from "./store-version.internal.ts";

/** Ten thousand rows with their evidence are stored in one transaction. */
export const WHOLE_VERSION = { timeoutMs: 60_000 };

type Endpoint = typeof contract.buildDatasetVersion;

/**
 * Reads at one moment, composes without holding the database, and stores in one transaction: a version is there as a whole or not at all, whenever
 * the process dies. Training data that a version has already are that version.
 */
export async function buildDatasetVersion(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  return storePrepared(ctx.db, await prepareBuild(ctx, input));
}

/** All but the transaction that stores. Reading has an isolation level of its own, so it cannot be part of another transaction. */
export async function prepareBuild(
  ctx: Ctx,
  { datasetId, note }: InputOf<Endpoint>,
): Promise<PreparedChange<ReplyOf<Endpoint>>> {
  const { kind, recipe, isArchived } = await requireDataset(ctx, datasetId);
  if (isArchived) throw archived(datasetId);
  const composed = await composeWhole(ctx, { kind, recipe: readRecipe(recipe) });
  const store = async (db: Db) => {
    const place = { ...ctx, db };
    if (!(await lockRow(db, "dataset", { projectId: ctx.project.id, id: datasetId })))
      throw noSuchDataset(datasetId);
    const dataset = await requireDataset(place, datasetId);
    if (dataset.isArchived) throw archived(datasetId);
    const { record, isNew } = await storeVersion(place, { dataset, recipe, composed, note });
    await tellProject(db, ctx.project.id, "datasets");
    return { version: toVersion(record, ctx.project), isNew, counts: composed.counts };
  };
  return { store, limits: WHOLE_VERSION };
}

/** All rows that a recipe gives now. Throws `Conflict` where there are none, or more than one version holds. */
export async function composeWhole(
  ctx: Ctx,
  { kind, recipe, arriving }: { kind: DatasetKind; recipe: Recipe; arriving?: UploadToRead },
): Promise<Composed> {
  const composed = await composeVersion(ctx, { kind, recipe, arriving, maxItems: MAX_ITEMS });
  requireRows(composed);
  return composed;
}

function requireRows({ rows, counts, isSampled }: Composed): void {
  if (isSampled)
    throw new Conflict(
      `The recipe's sources have more than ${MAX_ITEMS} items, which a version is built from at most; use several datasets`,
      { code: "too_large" },
    );
  if (rows.length > 0) return;
  const reasons = REASONS.flatMap((reason) => {
    const count = counts.rejectedBy[reason] ?? 0;
    return count > 0 ? `${REJECTIONS[reason]}: ${count}` : [];
  });
  throw new Conflict(
    `The recipe yields no rows: ${reasons.length > 0 ? `of ${counts.candidates} candidates none is left (${reasons.join("; ")})` : "its sources have no items"}`,
    { code: "empty" },
  );
}

function archived(datasetId: string): Conflict {
  return new Conflict(
    `Dataset ${datasetId} is archived; restore it with is_archived: false before building`,
    {
      code: "archived",
    },
  );
}
