import type { Ctx, Project } from "#lib/access/context.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { type DatasetObject, tableOf } from "#lib/datasets/dataset-object.internal.ts";
import { kindOfRow } from "#lib/datasets/import/row-shapes.ts";
import { columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Table = { rows: number; kind: DatasetKind | null };

const FOUND = columns({
  ...of("row_table t", "digest"),
  rows: int(sql`cardinality(t.row_digests)`),
  first: orNull(text(sql`r.val`)),
});

/**
 * The table of each object: how many rows it has, and what the first one is for. Null where an object names none of this project. Which table is read here
 * and not by PostgreSQL, which cannot look into a value that holds NUL.
 */
export async function tablesOf(
  { db, project }: Pick<Ctx, "db" | "project">,
  objects: readonly Pick<DatasetObject, "baseObjectClass" | "val">[],
): Promise<(Table | null)[]> {
  const digests = objects.map(tableOf);
  const found = await db.query(sql`
    select ${FOUND} from row_table t
    left join table_row r on r.project_id = t.project_id and r.digest = t.row_digests[1]
    where t.project_id = ${project.id} and t.digest = any(${digests.filter((digest) => digest !== null)}::text[])`);
  const tables = new Map(found.map(({ digest, rows, first }) => [digest, { rows, kind: kindIn(first) }]));
  return digests.map((digest) => (digest === null ? null : (tables.get(digest) ?? null)));
}

function kindIn(first: string | null): DatasetKind | null {
  const row: unknown = first === null ? null : JSON.parse(first);
  return isDict(row) ? kindOfRow(row) : null;
}

export function publishedRef({ path }: Pick<Project, "path">, name: string, number: number): string {
  return `weave:///${path}/object/${name}:v${number}`;
}
