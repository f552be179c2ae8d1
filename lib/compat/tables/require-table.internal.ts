import type { Ctx } from "#lib/access/context.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

type Place = Pick<Ctx, "db" | "project">;

/** The table of a digest with the digests of its rows. Annotators read no tables. */
export async function requireTable(
  { db, project }: Place,
  digest: string,
): Promise<{ rowDigests: string[] }> {
  const [table] = await db.query<{ row_digests: string[] }>(sql`
    select row_digests from row_table where project_id = ${project.id} and digest = ${digest}`);
  if (!table || project.role === "annotator") throw noTable(digest);
  return { rowDigests: table.row_digests };
}

/** How many rows a table has, without reading which. */
export async function requireRowCount({ db, project }: Place, digest: string): Promise<number> {
  const [table] = await db.query<{ count: number }>(sql`
    select cardinality(row_digests) as count from row_table
    where project_id = ${project.id} and digest = ${digest}`);
  if (!table || project.role === "annotator") throw noTable(digest);
  return table.count;
}

function noTable(digest: string): NotFound {
  return new NotFound(`Table ${digest} not found`);
}
