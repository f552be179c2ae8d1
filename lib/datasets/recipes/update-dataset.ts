import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";
import { noSuchDataset, requireDataset } from "#lib/datasets/require-dataset.internal.ts";
import { checkSources } from "#lib/datasets/sources/check-sources.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { InvalidRequest } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { getDataset } from "./get-dataset.ts";

type Endpoint = typeof contract.updateDataset;

function ownGuard(datasetId: string): InvalidRequest {
  const text = `${datasetId} is the dataset itself; name others whose rows it must not learn from`;
  return invalidAt(["body", "recipe", "held_out_of"], { type: "value_error", text });
}

/** Changes what is given. Versions that exist keep the recipe by which they were built. */
export async function updateDataset(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { datasetId } = input;
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    if (!(await lockRow(db, "dataset", { projectId: ctx.project.id, id: datasetId })))
      throw noSuchDataset(datasetId);
    const before = await requireDataset(place, datasetId);
    const { recipe, description = before.description, isArchived = before.isArchived } = input;
    if (recipe?.heldOutOf.includes(datasetId)) throw ownGuard(datasetId);
    if (recipe) await checkSources(place, { kind: before.kind, recipe });
    const stored = recipe ? z.encode(Recipe, recipe) : before.recipe;
    await db.query(sql`
      update dataset set description = ${description}, recipe = ${JSON.stringify(stored)}::json, is_archived = ${isArchived},
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where project_id = ${ctx.project.id} and id = ${datasetId}`);
    if (isArchived !== before.isArchived)
      await recordAudit(place, {
        action: isArchived ? "dataset.archived" : "dataset.restored",
        projectId: ctx.project.id,
        target: datasetId,
      });
    await tellProject(db, ctx.project.id, "datasets");
    return { dataset: (await getDataset(place, { datasetId })).dataset };
  });
}
