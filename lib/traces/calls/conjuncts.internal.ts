import type { Expression } from "#lib/contract/query.ts";

/** What every matching call must be, each by itself. */
export function conjuncts(expression: Expression): Expression[] {
  return "$and" in expression ? expression.$and.flatMap(conjuncts) : [expression];
}
