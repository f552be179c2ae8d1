import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";
import { withVersions } from "#lib/datasets/dataset-records.internal.ts";
import { requireDataset } from "#lib/datasets/require-dataset.internal.ts";
import { checkSources } from "#lib/datasets/sources/check-sources.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { whatHasName } from "./what-has-name.internal.ts";

type Endpoint = typeof contract.createDataset;

export async function createDataset(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { name, kind, description, recipe } = input;
  const id = newId();
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    await checkSources(place, { kind, recipe });
    await requireFreeName(place, name);
    await db.query(sql`
      insert into dataset (id, project_id, name, kind, description, recipe, created_by)
      values (${id}, ${ctx.project.id}, ${name}, ${kind}::dataset_kind, ${description},
        ${JSON.stringify(z.encode(Recipe, recipe))}::json, ${ctx.actor.userId})`);
    await tellProject(db, ctx.project.id, "datasets");
    const [dataset] = await withVersions(place, [await requireDataset(place, id)]);
    if (!dataset) throw new Error(`The dataset ${id} was stored and is not there`);
    return { dataset };
  });
}

/** Its versions become versions of the object of its name, so nothing else may have that. Within a transaction, nobody else can take it. */
export async function requireFreeName(
  { db, project }: Pick<Ctx, "db" | "project">,
  name: string,
): Promise<void> {
  await lockName(db, `dataset ${project.id} ${name}`);
  const taken = await whatHasName({ db, project }, name);
  if (!taken) return;
  throw new Conflict(
    taken.by === "dataset"
      ? `The name ${name} is taken by dataset ${taken.id}; choose another, or restore that one where it is archived`
      : `The name ${name} is taken by an object of the project; choose another`,
    { code: "name_taken" },
  );
}
