import { type Sql, sql } from "#lib/platform/db/sql.ts";

/**
 * A column of text that no index may answer for, in a condition where another column finds the few rows that are meant. Where nothing has counted a
 * table since it grew, PostgreSQL takes every index for as good as the right one, and would read all of a project or queue for each row.
 */
export function notByIndex(column: Sql): Sql {
  return sql`(${column} || '')`;
}
