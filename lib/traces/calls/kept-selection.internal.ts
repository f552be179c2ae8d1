import { instant } from "#lib/contract/fields.ts";
import type { Expression, Query } from "#lib/contract/query.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import * as z from "#lib/contract/zod.ts";
import type { KeptSelection } from "#lib/traces/totals/count-calls.ts";
import type { Reader } from "./call-sources.internal.ts";
import { conjuncts } from "./conjuncts.internal.ts";

type Selection = { filter?: CallFilter | undefined; query?: Query | undefined };

/** A selection as totals can count it; null for one that asks for more than they are kept by. */
export function keptSelection({ project }: Reader, { filter = {}, query }: Selection): KeptSelection | null {
  // An annotator sees some of the calls.
  if (project.role === "annotator") return null;
  const { opNames, traceRootsOnly, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return null;
  const kept: KeptSelection = { span: {}, opNames, areRoots: traceRootsOnly };
  for (const condition of query ? conjuncts(query.$expr) : [])
    if (!takeCondition(kept, condition)) return null;
  return kept;
}

/** Each condition once: totals answer for one status and one span. */
function takeCondition(kept: KeptSelection, condition: Expression): boolean {
  return takeStatus(kept, condition) || takeBound(kept, condition);
}

function takeStatus(kept: KeptSelection, condition: Expression): boolean {
  if (!("$eq" in condition) || kept.status !== undefined) return false;
  const status = literalOf(condition.$eq, "summary.weave.status");
  if (status === null) return false;
  kept.status = status;
  return true;
}

function takeBound({ span }: KeptSelection, condition: Expression): boolean {
  if ("$gt" in condition || "$gte" in condition) {
    const at = timeOf("$gt" in condition ? condition.$gt : condition.$gte);
    if (at === null || span.after) return false;
    span.after = { at, isInside: "$gte" in condition };
    return true;
  }
  if ("$lt" in condition || "$lte" in condition) {
    const at = timeOf("$lt" in condition ? condition.$lt : condition.$lte);
    if (at === null || span.before) return false;
    span.before = { at, isInside: "$lte" in condition };
    return true;
  }
  return false;
}

/** As a compiled condition reads it; null for what is no time there. */
function timeOf(operands: [Expression, Expression]): string | null {
  const at = z.safeDecode(instant, literalOf(operands, "started_at"));
  return at.success ? at.data : null;
}

/** The text that a field is compared with. */
function literalOf([left, right]: [Expression, Expression], field: string): string | null {
  if (!("$getField" in left) || left.$getField !== field || !("$literal" in right)) return null;
  return typeof right.$literal === "string" && isStorableText(right.$literal) ? right.$literal : null;
}
