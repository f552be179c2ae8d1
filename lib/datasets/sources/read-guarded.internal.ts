import type { Ctx } from "#lib/access/context.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { columns, of, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

/**
 * The names of the datasets that a recipe keeps out, by the hashes of the keys that rows of any of their versions have: those that it names, and,
 * unless it says otherwise, all that are for measuring.
 */
export async function readGuarded(
  place: Pick<Ctx, "db" | "project">,
  { kind, recipe: { heldOutOf, evalGuard } }: { kind: DatasetKind; recipe: Recipe },
): Promise<ReadonlyMap<string, string>> {
  const isGuarded = evalGuard && kind !== "eval";
  if (heldOutOf.length === 0 && !isGuarded) return new Map();
  const { db, project } = place;
  const rows = await db.query(sql`
    select ${columns({ ...of("dataset d", "name"), key: text(sql`k.key`) })}
    from dataset d
    join dataset_version v on v.project_id = d.project_id and v.dataset_id = d.id
    join dataset_row r on r.project_id = v.project_id and r.version_id = v.id
    cross join lateral unnest(r.keys) as k (key)
    where d.project_id = ${project.id} and (d.id = any(${heldOutOf}::text[]) or (${isGuarded} and d.kind::text = 'eval'))
    group by d.name, k.key`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** A 404 for one that the project does not have. */
export async function requireDatasets(
  { db, project }: Pick<Ctx, "db" | "project">,
  datasetIds: readonly string[],
): Promise<void> {
  if (datasetIds.length === 0) return;
  const found = await db.prisma.dataset.findMany({
    where: { projectId: project.id, id: { in: [...datasetIds] } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const missing = datasetIds.find((id) => !known.has(id));
  if (missing !== undefined)
    throw new NotFound(`Dataset ${missing} of held_out_of not found; it does not exist in this project`);
}
