import { isDict } from "#lib/contract/fields.ts";
import { rowsElsewhere, tableOf } from "#lib/datasets/dataset-object.internal.ts";
import { columns, json, of, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** A dataset's own value is a few fields. A program may put anything beside them, of which only the reference of its table is read then. */
const MAX_VALUE_BYTES = 64 * 1024;

/** What is read of an object (as `o`), whatever its size. */
export const OBJECT_COLUMNS = {
  ...of("object_version o", "baseObjectClass"),
  val: orNull(json(sql`case when o.size_bytes <= ${MAX_VALUE_BYTES} then o.val end`)),
  tableRef: orNull(
    text(
      sql`case when o.size_bytes > ${MAX_VALUE_BYTES} then substring(o.val::text from '"rows"\\s*:\\s*"([^"\\\\]+)"') end`,
    ),
  ),
};
const OBJECT = columns(OBJECT_COLUMNS);
export type ReadObject = RowOf<typeof OBJECT>;

/** The digest of its table in the project that has it; null where it has none there. */
export function tableIn(object: ReadObject, projectPath: string): string | null {
  return tableOf(described(object), projectPath);
}

export function rowsElsewhereIn(object: ReadObject, projectPath: string): boolean {
  return rowsElsewhere(described(object), projectPath) !== null;
}

function described({ baseObjectClass, val, tableRef }: ReadObject) {
  return { baseObjectClass, val: val ?? { rows: tableRef } };
}

/** What the program calls it, and says of it. */
export function wordsIn({ val }: Pick<ReadObject, "val">): {
  title: string | null;
  description: string | null;
} {
  const said = (name: string) => {
    const value = isDict(val) ? val[name] : null;
    return typeof value === "string" && value.trim() !== "" ? value : null;
  };
  return { title: said("name"), description: said("description") };
}
