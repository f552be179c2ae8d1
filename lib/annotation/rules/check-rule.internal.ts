import type { Ctx } from "#lib/access/context.ts";
import type { Query } from "#lib/contract/query.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { callConditions } from "#lib/traces/calls/call-conditions.ts";

type Conditions = { filter?: CallFilter | undefined; query?: Query | undefined };

/** Throws where the conditions name what a call does not have. */
export function checkConditions(reader: Pick<Ctx, "actor" | "project">, conditions: Conditions): void {
  try {
    callConditions(reader, conditions);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw invalidAt(["body", "query"], { type: "value_error", text: error.message });
  }
}
