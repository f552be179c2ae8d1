import type { Ctx } from "#lib/access/context.ts";
import { findDatasetObject, rowsElsewhere, tableOf } from "#lib/datasets/dataset-object.internal.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

type Place = Pick<Ctx, "db" | "project">;

const TABLE = columns(of("row_table t", "digest", "rowDigests"));

export type FoundTable = { name: string; number: number; digest: string; rowDigests: string[] };

/** The rows of the version that `latest`, `v` with a number, or a digest names. A 404 where a dataset of that name is built here. */
export async function requirePublished(
  { db, project }: Place,
  { name, version }: { name: string; version: string },
): Promise<FoundTable> {
  const isBuilt = (await db.prisma.dataset.count({ where: { projectId: project.id, name } })) > 0;
  const object = isBuilt ? null : await findDatasetObject(db, project.id, { name, digest: version });
  const elsewhere = object && rowsElsewhere(object, project.path);
  if (elsewhere) throw rowsNotHere(name, elsewhere);
  const digest = object ? tableOf(object, project.path) : null;
  const [table] = await db.query(
    sql`select ${TABLE} from row_table t where t.project_id = ${project.id} and t.digest = ${digest}`,
  );
  if (!object || !table) throw noSuchPublished(name);
  return { name, number: object.versionIndex, ...table };
}

function rowsNotHere(name: string, elsewhere: string): NotFound {
  return new NotFound(
    `Published dataset ${name} names rows of ${elsewhere.slice(0, 300)}, which are not in this project; read it there`,
  );
}

export function noSuchPublished(name: string): NotFound {
  return new NotFound(
    `Published dataset ${name} not found; no program published such a version in this project, or it was deleted`,
  );
}
