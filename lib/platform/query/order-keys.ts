import type { SortBy } from "#lib/contract/query.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import type { FieldSource } from "./compile-expression.ts";

/**
 * What ORDER BY takes for one field. Rows without the value come last in both directions. Texts go by code point, which is the same in
 * every database; of JSON values numbers by size come before texts.
 */
export function orderKeys({ sql: source, kind }: FieldSource, direction: SortBy["direction"]): Sql[] {
  const way = direction === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  if (kind === "text") return [sql`${source} collate "C" ${way}`];
  if (kind !== "json") return [sql`${source} ${way}`];
  return [
    sql`(case when json_typeof(${source}) = 'number' then (${source} #>> '{}')::numeric end) ${way}`,
    sql`(${source} #>> '{}') collate "C" ${way}`,
  ];
}
