import type { Query, SortBy } from "#lib/contract/query.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { fieldsIn } from "#lib/platform/query/fields-in.ts";
import { referencePaths } from "./expand-columns.internal.ts";

type Question = {
  expandColumns?: string[] | undefined;
  query?: Query | undefined;
  sortBy?: SortBy[] | undefined;
};

/** Refuses a condition or an order on an expanded column: calls are compared as sent, so it would find nothing. */
export function requireBeforeReferences({ expandColumns = [], query, sortBy = [] }: Question): void {
  const columns = referencePaths(expandColumns).map((path) => path.join("."));
  const fields = [...(query ? fieldsIn(query.$expr) : []), ...sortBy.map(({ field }) => field)];
  for (const field of fields) {
    const column = columns.find((expanded) => field.startsWith(`${expanded}.`));
    if (column !== undefined)
      throw new Rejected(
        `${field} is inside the expanded column ${column}, and conditions and orders do not follow references; leave ${column} out of expand_columns to compare calls as they were sent`,
      );
  }
}
