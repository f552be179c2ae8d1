import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { placeOf } from "./duration-ranges.ts";

/** How many rows of `from` have a `value` in each range that has any, as rows of `place` (from 1) and `count`. */
export function countsByPlace(value: Sql, from: Sql): Sql {
  return sql`select ${placeOf(value)} as place, count(*)::int as count from ${from} where ${value} is not null group by 1`;
}

/** Rows as one JSON list. */
export function listOf(rows: Sql): Sql {
  return sql`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`;
}
