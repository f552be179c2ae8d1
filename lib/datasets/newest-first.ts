import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** The order of versions (as `v`) of a dataset: first the one that the newest build gave, which may be an older one whose rows it gave again. */
export const NEWEST_FIRST: Sql = sql`coalesce(v.read_at, v.as_of) desc, v.number desc`;
