import { RuleFilter } from "#lib/contract/annotation/queue-rules.ts";
import type { Query } from "#lib/contract/query.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import * as z from "#lib/contract/zod.ts";

type Conditions = { filter?: CallFilter | undefined; query?: Query | undefined };

/** Conditions as the columns keep them. */
export function conditionTexts({ filter, query }: Conditions): {
  filter: string | null;
  query: string | null;
} {
  return {
    filter: filter ? JSON.stringify(z.encode(RuleFilter, filter)) : null,
    query: query ? JSON.stringify(query) : null,
  };
}
