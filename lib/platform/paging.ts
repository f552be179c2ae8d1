import type { Page } from "#lib/contract/paging.ts";
import type { InvalidRequest } from "./errors.ts";
import { invalidAt } from "./problem.ts";

/** The page of rows that a query for one row more than `limit` gave. */
export function toPage<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const data = rows.slice(0, limit);
  return {
    object: "list",
    data,
    firstId: data[0]?.id ?? "",
    lastId: data.at(-1)?.id ?? "",
    hasMore: rows.length > limit,
  };
}

/** The refusal of an `after` that names no row of the list. Starting over instead would let a caller loop forever. */
export function unknownCursor(what: string): InvalidRequest {
  return invalidAt(["query", "after"], {
    type: "value_error",
    text: `no ${what} has this id here; use last_id of the previous page`,
  });
}
