import { visibleItems } from "#lib/access/permissions/visible-queues.ts";
import type { Expression, Query } from "#lib/contract/query.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { compileExpression } from "#lib/platform/query/compile-expression.ts";
import { reachableCalls } from "#lib/traces/reachable-calls.ts";
import { hasOpName } from "#lib/traces/totals/count-calls.ts";
import { callSources, type Reader } from "./call-sources.internal.ts";
import { conjuncts } from "./conjuncts.internal.ts";

type Selection = { filter?: CallFilter | undefined; query?: Query | undefined };

/** The condition on a call (as `c`) that the reader may see it and asked for it. */
export function callConditions(reader: Reader, { filter, query }: Selection): Sql {
  const conditions = [
    sql`c.project_id = ${reader.project.id}`,
    // A call whose start has not arrived is not shown yet.
    sql`c.started_at is not null`,
    sql`c.deleted_at is null`,
    reachableCalls(reader),
    ...filterConditions(filter),
  ];
  if (query)
    for (const operand of conjuncts(query.$expr)) {
      const queueId = queueIn(operand);
      conditions.push(
        queueId === null ? compileExpression(operand, callSources(reader)) : inQueue(reader, queueId),
      );
    }
  return join(conditions, " and ");
}

function filterConditions(filter: CallFilter | undefined): Sql[] {
  if (!filter) return [];
  const { opNames, inputRefs, outputRefs, traceRootsOnly, ...lists } = filter;
  const conditions = [
    ...listCondition(sql`c.id`, lists.callIds),
    ...listCondition(sql`c.parent_id`, lists.parentIds),
    ...listCondition(sql`c.trace_id`, lists.traceIds),
    ...listCondition(sql`c.thread_id`, lists.threadIds),
    ...listCondition(sql`c.turn_id`, lists.turnIds),
    ...listCondition(sql`c.user_id`, lists.wbUserIds),
    ...listCondition(sql`c.wb_run_id`, lists.wbRunIds),
  ];
  if (opNames) conditions.push(hasOpName(opNames));
  if (inputRefs) conditions.push(refCondition(sql`c.inputs`, inputRefs));
  if (outputRefs) conditions.push(refCondition(sql`c.output`, outputRefs));
  if (traceRootsOnly) conditions.push(sql`c.parent_id is null`);
  return conditions;
}

/** A list matches any of its values, and so an empty one nothing. */
function listCondition(column: Sql, values: string[] | undefined): Sql[] {
  return values ? [sql`${column} = any(${values}::text[])`] : [];
}

/** References lie anywhere in a document as strings of their own, written as they were sent. */
function refCondition(document: Sql, refs: string[]): Sql {
  const quoted = refs.map((ref) =>
    ref.endsWith(":*") ? JSON.stringify(ref.slice(0, -1)).slice(0, -1) : JSON.stringify(ref),
  );
  return sql`exists (select 1 from unnest(${quoted}::text[]) as ref(text) where strpos(${document}::text, ref.text) > 0)`;
}

/** The queue that a condition names plainly: its calls are then found by its own items, however many calls there are. */
function queueIn(expression: Expression): string | null {
  if (!("$eq" in expression)) return null;
  const [left, right] = expression.$eq;
  if (!("$getField" in left) || !("$literal" in right)) return null;
  const { $literal: queueId } = right;
  return left.$getField === "annotation_queue_items.queue_id" && typeof queueId === "string" ? queueId : null;
}

/** A plain union, since the planner knows how many rows one has and guesses the number of a union of all. */
function inQueue(reader: Reader, queueId: string): Sql {
  const items = sql`${visibleItems(reader)} and q.id = ${storableText(queueId)}`;
  return sql`c.id in (
    select i.call_id from ${items}
    union select i.pair_call_id from ${items} and i.pair_call_id is not null)`;
}
