import type { SortBy } from "#lib/contract/query.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import type { FieldResolver } from "#lib/platform/query/compile-expression.ts";
import { orderKeys } from "#lib/platform/query/order-keys.ts";

/** Oldest first where no order is asked for; ties go by id. */
export function feedbackOrder(sortBy: SortBy[], sources: FieldResolver): Sql {
  const keys = sortBy.flatMap(({ field, direction }) => orderKeys(sources(field), direction));
  if (sortBy.length === 0) keys.push(sql`f.created_at`);
  return sql`order by ${join([...keys, sql`f.id collate "C"`], ", ")}`;
}
