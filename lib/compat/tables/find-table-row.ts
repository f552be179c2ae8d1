import type { Ctx } from "#lib/access/context.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Named = { table: string } & ({ digest: string } | { index: number });

/** The value of one row of a table, by its digest or its place from 0; undefined where there is none. Annotators read no tables. */
export async function findTableRow(
  { db, project }: Pick<Ctx, "db" | "project">,
  named: Named,
): Promise<unknown> {
  if (project.role === "annotator") return undefined;
  const which =
    "digest" in named
      ? sql`r.digest = ${named.digest} and r.digest = any(t.row_digests)`
      : sql`r.digest = t.row_digests[${named.index + 1}::int]`;
  const [row] = await db.query(sql`
    select ${columns(of("table_row r", "val"))} from row_table t join table_row r on r.project_id = t.project_id and ${which}
    where t.project_id = ${project.id} and t.digest = ${named.table}`);
  return row?.val;
}
