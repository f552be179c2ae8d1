import type { SortBy } from "#lib/contract/query.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { orderKeys } from "#lib/platform/query/order-keys.ts";
import { callSources, type Reader } from "./call-sources.internal.ts";

/** The direction in which calls come by their start alone, or null where the order is another. */
export function startOrder(sortBy: SortBy[] | undefined): SortBy["direction"] | null {
  if (!sortBy) return "asc";
  const [first, second] = sortBy;
  return first?.field === "started_at" && !second ? first.direction : null;
}

/** Ties go by id. An empty list asks for no order. */
export function callOrder(reader: Reader, sortBy: SortBy[]): Sql {
  if (sortBy.length === 0) return sql``;
  const sources = callSources(reader);
  const keys = sortBy.flatMap(({ field, direction }) => orderKeys(sources(field), direction));
  return sql`order by ${join([...keys, sql`c.id`], ", ")}`;
}
