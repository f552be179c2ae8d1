import type { Ctx } from "#lib/access/context.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

type Place = Pick<Ctx, "db" | "project">;

/** The table of a digest with the digests of its rows. Annotators read no tables. */
export async function requireTable(
  { db, project }: Place,
  digest: string,
): Promise<{ rowDigests: string[] }> {
  const table = await db.prisma.rowTable.findUnique({
    where: { projectId_digest: { projectId: project.id, digest } },
    select: { rowDigests: true },
  });
  if (!table || project.role === "annotator") throw noTable(digest);
  return table;
}

/** How many rows a table has, without reading which. */
export async function requireRowCount({ db, project }: Place, digest: string): Promise<number> {
  const [table] = await db.query(sql`
    select ${columns({ count: int(sql`cardinality(row_digests)`) })} from row_table
    where project_id = ${project.id} and digest = ${digest}`);
  if (!table || project.role === "annotator") throw noTable(digest);
  return table.count;
}

function noTable(digest: string): NotFound {
  return new NotFound(`Table ${digest} not found`);
}
