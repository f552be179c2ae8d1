import type { CallFilter } from "#lib/contract/call-fields.ts";
import type { Expression, Query } from "#lib/contract/query.ts";
import { join, type Sql, sql } from "#lib/db/sql.ts";
import { storableText } from "#lib/json/sanitize.ts";
import { compileExpression } from "#lib/query/compile-expression.ts";
import { callSources, type Reader } from "./call-sources.internal.ts";
import { reachableCalls } from "./reachable-calls.ts";

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
  if (query) {
    const queueId = requiredQueue(query.$expr);
    if (queueId !== null) conditions.push(inQueue(reader, queueId));
    conditions.push(compileExpression(query.$expr, callSources(reader)));
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
  if (opNames) conditions.push(opNameCondition(opNames));
  if (inputRefs) conditions.push(refCondition(sql`c.inputs`, inputRefs));
  if (outputRefs) conditions.push(refCondition(sql`c.output`, outputRefs));
  if (traceRootsOnly) conditions.push(sql`c.parent_id is null`);
  return conditions;
}

/** A list matches any of its values, and so an empty one nothing. */
function listCondition(column: Sql, values: string[] | undefined): Sql[] {
  return values ? [sql`${column} = any(${values}::text[])`] : [];
}

function opNameCondition(names: string[]): Sql {
  const exact = names.filter((name) => !name.endsWith(":*"));
  const anyVersion = names.filter((name) => name.endsWith(":*")).map((name) => name.slice(0, -1));
  const conditions = anyVersion.map((prefix) => sql`starts_with(c.op_name, ${prefix})`);
  return sql`(${join([sql`c.op_name = any(${exact}::text[])`, ...conditions], " or ")})`;
}

/** References lie anywhere in a document as strings of their own, written as they were sent. */
function refCondition(document: Sql, refs: string[]): Sql {
  const quoted = refs.map((ref) =>
    ref.endsWith(":*") ? JSON.stringify(ref.slice(0, -1)).slice(0, -1) : JSON.stringify(ref),
  );
  return sql`exists (select 1 from unnest(${quoted}::text[]) as ref(text) where strpos(${document}::text, ref.text) > 0)`;
}

/** The queue that every matching call must be in, where the query says so plainly: it is then found by the queue's own items. */
function requiredQueue(expression: Expression): string | null {
  if ("$and" in expression) {
    for (const operand of expression.$and) {
      const found = requiredQueue(operand);
      if (found !== null) return found;
    }
  }
  if (!("$eq" in expression)) return null;
  const [left, right] = expression.$eq;
  if (!("$getField" in left) || !("$literal" in right)) return null;
  const { $literal: queueId } = right;
  return left.$getField === "annotation_queue_items.queue_id" && typeof queueId === "string" ? queueId : null;
}

function inQueue({ project }: Reader, queueId: string): Sql {
  return sql`c.id in (
    select i.call_id from queue_item i
    where i.project_id = ${project.id} and i.queue_id = ${storableText(queueId)}
      and i.deleted_at is null)`;
}
