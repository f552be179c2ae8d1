import type { Ctx, Project } from "#lib/access/context.ts";
import type { PublishedLack } from "#lib/contract/datasets/datasets.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { kindOfRow } from "#lib/datasets/import/row-shapes.ts";
import { columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type ReadObject, rowsElsewhereIn, tableIn } from "./read-object.internal.ts";

/** What a larger first row is for is not looked at. */
const MAX_ROW_BYTES = 1024 * 1024;

type Table = { rows: number; kind: DatasetKind | null; lack: PublishedLack | null };

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
 * The table of each object: how many rows it has, and what the first one is for. Versions often begin with the same row, which is read once. What is in a value
 * is read here and not by PostgreSQL, which cannot look into one that holds NUL.
 */
export async function tablesOf(
  { db, project }: Pick<Ctx, "db" | "project">,
  objects: readonly ReadObject[],
): Promise<Table[]> {
  const digests = objects.map((object) => tableIn(object, project.path));
  const found = await db.query(sql`
    select ${FOUND} from row_table t
    where t.project_id = ${project.id} and t.digest = any(${digests.filter((digest) => digest !== null)}::text[])`);
  const rows = await db.query(sql`
    select ${FIRST} from table_row r
    where r.project_id = ${project.id} and r.digest = any(${found.flatMap(({ first }) => first ?? [])}::text[])`);
  const read = new Map(rows.map(({ digest, val }) => [digest, firstRow(val)]));
  const tables = new Map(
    found.map(({ digest, rows, first }) => [
      digest,
      { rows, ...(read.get(first ?? "") ?? lacking("no_rows")) },
    ]),
  );
  return objects.map((object, at) => {
    const isElsewhere = rowsElsewhereIn(object, project.path);
    const none = { rows: 0, ...lacking(isElsewhere ? "rows_elsewhere" : "no_table") };
    return tables.get(digests[at] ?? "") ?? none;
  });
}

function firstRow(text: string | null): Omit<Table, "rows"> {
  if (text === null) return lacking("large_row");
  const row: unknown = JSON.parse(text);
  if (!isDict(row)) return lacking("no_object");
  const kind = kindOfRow(row);
  return kind === null ? lacking("other_columns") : { kind, lack: null };
}

function lacking(lack: PublishedLack): Omit<Table, "rows"> {
  return { kind: null, lack };
}

export function publishedRef({ path }: Pick<Project, "path">, name: string, number: number): string {
  return `weave:///${path}/object/${name}:v${number}`;
}
