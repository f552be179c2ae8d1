import type { Project } from "#lib/access/context.ts";
import type { PlacedRow, queryTable } from "#lib/contract/compat/tables.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { columns, int, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import { empty, join, sql } from "#lib/platform/db/sql.ts";
import { jsonAt } from "#lib/platform/query/compile-expression.ts";
import { orderKeys } from "#lib/platform/query/order-keys.ts";

type Wanted = InputOf<typeof queryTable>;

/** The statement that reads rows of a table, in its order unless another is asked for. */
export function selectRows({ id }: Project, { digest, filter, limit, offset = 0, sortBy = [] }: Wanted) {
  const rowDigests = filter?.rowDigests;
  const isSlice = sortBy.length === 0 && rowDigests === undefined;
  // Without order or condition the rows before and after the wanted ones need not be looked up.
  const skipped = isSlice ? Math.min(offset, MAX_INTEGER) : 0;
  const last = isSlice && limit !== undefined ? Math.min(offset + limit, MAX_INTEGER) : MAX_INTEGER;
  const keys = sortBy.flatMap(({ field, direction }) =>
    orderKeys({ sql: jsonAt(sql`coalesce(r.sanitized, r.val)`, field.split(".")), kind: "json" }, direction),
  );
  return sql`
    select ${placedRow(skipped)}
    from row_table t
    cross join lateral unnest(t.row_digests[${skipped}::int + 1 : ${last}::int]) with ordinality as p (digest, place)
    join table_row r on r.project_id = t.project_id and r.digest = p.digest
    where t.project_id = ${id} and t.digest = ${digest}
      ${rowDigests ? sql`and p.digest = any(${rowDigests}::text[])` : empty}
    order by ${join([...keys, sql`p.place`])}
    ${isSlice ? empty : sql`limit ${limit ?? null} offset ${offset}`}`;
}

/** The value as text, which shows how large it is. */
const placedRow = (skipped: number) =>
  columns({
    ...of("table_row r", "digest"),
    val: text(sql`r.val`),
    place: int(sql`p.place - 1 + ${skipped}::int`),
  });

export type PlacedRowText = RowOf<ReturnType<typeof placedRow>>;

const MAX_INTEGER = 2 ** 31 - 2;

export function toPlacedRow({ digest, val, place }: PlacedRowText): PlacedRow {
  return { digest, val: JSON.parse(val), originalIndex: place };
}
