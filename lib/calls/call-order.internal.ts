import type { SortBy } from "#lib/contract/query.ts";
import { join, type Sql, sql } from "#lib/db/sql.ts";
import type { FieldSource } from "#lib/query/compile-expression.ts";
import { callSources, type Reader } from "./call-sources.internal.ts";

/** The direction in which calls come by their start alone, or null where the order is another. */
export function startOrder(sortBy: SortBy[] | undefined): SortBy["direction"] | null {
  if (!sortBy) return "asc";
  const [first, second] = sortBy;
  return first?.field === "started_at" && !second ? first.direction : null;
}

/** Missing values come last in both directions; ties go by id. An empty list asks for no order. */
export function callOrder(reader: Reader, sortBy: SortBy[]): Sql {
  if (sortBy.length === 0) return sql``;
  const sources = callSources(reader);
  const keys = sortBy.flatMap(({ field, direction }) => {
    const way = direction === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
    return sortKeys(sources(field)).map((key) => sql`${key} ${way}`);
  });
  return sql`order by ${join([...keys, sql`c.id`], ", ")}`;
}

/** JSON values: numbers by size before texts by code points. */
function sortKeys({ sql: source, kind }: FieldSource): Sql[] {
  if (kind === "text") return [sql`${source} collate "C"`];
  if (kind !== "json") return [source];
  return [
    sql`(case when json_typeof(${source}) = 'number' then (${source} #>> '{}')::numeric end)`,
    sql`(${source} #>> '{}') collate "C"`,
  ];
}
