import type { SortBy } from "#lib/contract/query.ts";
import { join, type Sql, sql } from "#lib/db/sql.ts";
import type { FieldResolver } from "#lib/query/compile-expression.ts";

/** Oldest first where no order is asked for; rows without the value come last in both directions, ties go by id. */
export function feedbackOrder(sortBy: SortBy[], sources: FieldResolver): Sql {
  const keys = sortBy.flatMap(({ field, direction }) => sortKeys(sources, field, direction));
  if (sortBy.length === 0) keys.push(sql`f.created_at`);
  return sql`order by ${join([...keys, sql`f.id collate "C"`], ", ")}`;
}

/** JSON values: numbers by size, then texts by code points, whatever the direction. */
function sortKeys(sources: FieldResolver, field: string, direction: SortBy["direction"]): Sql[] {
  const { sql: source, kind } = sources(field);
  const way = direction === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  if (kind === "text") return [sql`${source} collate "C" ${way}`];
  if (kind !== "json") return [sql`${source} ${way}`];
  return [
    sql`(case when json_typeof(${source}) = 'number' then (${source} #>> '{}')::numeric end) ${way}`,
    sql`(${source} #>> '{}') collate "C" ${way}`,
  ];
}
