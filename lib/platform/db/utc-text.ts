import { type Sql, sql } from "./sql.ts";

/** A time as ISO 8601 in UTC with microseconds, which a `Date` would lose. */
export function utcText(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
