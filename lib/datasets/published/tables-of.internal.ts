import type { Ctx, Project } from "#lib/access/context.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { kindOfRow } from "#lib/datasets/import/row-shapes.ts";
import { columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** What a larger first row is for is not looked at. */
const MAX_ROW_BYTES = 1024 * 1024;

type Table = { rows: number; kind: DatasetKind | null };

const FOUND = columns({
  ...of("row_table t", "digest"),
  rows: int(sql`cardinality(t.row_digests)`),
  first: orNull(text(sql`t.row_digests[1]`)),
});
const FIRST = columns({
  ...of("table_row r", "digest"),
  val: orNull(text(sql`case when r.size_bytes <= ${MAX_ROW_BYTES} then r.val end`)),
});

/**
 * The table of each object: how many rows it has, and what the first one is for. Null where an object names none of this project. Versions often begin with the
 * same row, which is read once. What is in a value is read here and not by PostgreSQL, which cannot look into one that holds NUL.
 */
export async function tablesOf(
  { db, project }: Pick<Ctx, "db" | "project">,
  digests: readonly (string | null)[],
): Promise<(Table | null)[]> {
  const found = await db.query(sql`
    select ${FOUND} from row_table t
    where t.project_id = ${project.id} and t.digest = any(${digests.filter((digest) => digest !== null)}::text[])`);
  const rows = await db.query(sql`
    select ${FIRST} from table_row r
    where r.project_id = ${project.id} and r.digest = any(${found.flatMap(({ first }) => first ?? [])}::text[])`);
  const kinds = new Map(rows.map(({ digest, val }) => [digest, kindIn(val)]));
  const tables = new Map(
    found.map(({ digest, rows, first }) => [digest, { rows, kind: kinds.get(first ?? "") ?? null }]),
  );
  return digests.map((digest) => tables.get(digest ?? "") ?? null);
}

function kindIn(first: string | null): DatasetKind | null {
  const row: unknown = first === null ? null : JSON.parse(first);
  return isDict(row) ? kindOfRow(row) : null;
}

export function publishedRef({ path }: Pick<Project, "path">, name: string, number: number): string {
  return `weave:///${path}/object/${name}:v${number}`;
}
