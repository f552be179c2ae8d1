import type { Ctx } from "#lib/access/context.ts";
import { visibleItems } from "#lib/access/permissions/visible-queues.ts";
import type { CALL_DOCUMENTS } from "#lib/contract/traces/call-fields.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type FieldResolver, type FieldSource, jsonAt } from "#lib/platform/query/compile-expression.ts";

/** The reader and project, which determine what a query may see. */
export type Reader = Pick<Ctx, "actor" | "project">;

/** Finds the fields of a call (as `c`) that a query or an order may name. */
export function callSources(reader: Reader): FieldResolver {
  return (path) => {
    const source = columnSource(path, reader) ?? documentSource(path) ?? joinedSource(path, reader);
    if (!source) throw new Rejected(`A call has no field ${path}; the fields are ${ALLOWED}`);
    return source;
  };
}

const text = (source: Sql): FieldSource => ({ sql: source, kind: "text" });
const number = (source: Sql): FieldSource => ({ sql: source, kind: "number" });
const timestamp = (source: Sql): FieldSource => ({ sql: source, kind: "timestamp" });
const json = (source: Sql): FieldSource => ({ sql: source, kind: "json" });

const COLUMNS: Record<string, FieldSource> = {
  id: text(sql`c.id`),
  op_name: text(sql`c.op_name`),
  display_name: text(sql`c.display_name`),
  trace_id: text(sql`c.trace_id`),
  parent_id: text(sql`c.parent_id`),
  thread_id: text(sql`c.thread_id`),
  turn_id: text(sql`c.turn_id`),
  wb_user_id: text(sql`c.user_id`),
  svc_user_id: text(sql`c.user_id`),
  wb_run_id: text(sql`c.wb_run_id`),
  wb_run_step: number(sql`c.wb_run_step`),
  wb_run_step_end: number(sql`c.wb_run_step_end`),
  started_at: timestamp(sql`c.started_at`),
  ended_at: timestamp(sql`c.ended_at`),
  exception: json(sql`coalesce(c.sanitized -> 'exception', c.exception)`),
};

/** Documents as queries see them: the sanitised copy, if any. */
const DOCUMENTS: { [D in (typeof CALL_DOCUMENTS)[number]]: Sql } = {
  inputs: sql`coalesce(c.sanitized -> 'inputs', c.inputs)`,
  output: sql`coalesce(c.sanitized -> 'output', c.output)`,
  attributes: sql`coalesce(c.sanitized -> 'attributes', c.attributes)`,
  summary: sql`coalesce(c.sanitized -> 'summary', c.summary)`,
};
const OTEL_SPAN = sql`coalesce(c.sanitized -> 'otel_dump', c.otel_dump)`;

/** What `shape-call` derives into `summary.weave`, for conditions and orders. */
const DERIVED: Record<string, FieldSource> = {
  "summary.weave.status": text(sql`call_status(c.exception, c.ended_at, ${DOCUMENTS.summary})`),
  "summary.weave.latency_ms": number(
    sql`(case when c.is_untimed is not true then floor(extract(epoch from c.ended_at - c.started_at) * 1000)::float8 end)`,
  ),
  "summary.weave.trace_name": text(
    sql`(case when c.op_name ~ '^[a-z-]+:///' then regexp_replace(c.op_name, '^.*/([^/:]+)(:[^/]*)?$', '\\1') else c.op_name end)`,
  ),
  "summary.weave.display_name": text(sql`c.display_name`),
};

const ALLOWED = [
  "project_id",
  ...Object.keys(COLUMNS),
  ...Object.keys(DERIVED),
  ...Object.keys(DOCUMENTS).map((name) => `${name}.<path>`),
  "feedback.[<type>].payload.<path>",
  "annotation_queue_items.queue_id",
].join(", ");

function columnSource(path: string, { project }: Reader): FieldSource | null {
  if (path === "project_id") return text(sql`${project.path}::text`);
  return Object.hasOwn(COLUMNS, path) ? (COLUMNS[path] ?? null) : null;
}

function documentSource(path: string): FieldSource | null {
  if (Object.hasOwn(DERIVED, path)) return DERIVED[path] ?? null;
  const [name = "", ...below] = path.split(".");
  if (!isDocument(name)) return null;
  if (name === "attributes" && below[0] === "otel_span") return json(jsonAt(OTEL_SPAN, below.slice(1)));
  return json(jsonAt(DOCUMENTS[name], below));
}

function isDocument(name: string): name is keyof typeof DOCUMENTS {
  return Object.hasOwn(DOCUMENTS, name);
}

const FEEDBACK_PATH = /^feedback\.\[([^\]]+)\]\.(.+)$/;
const FEEDBACK_COLUMNS: Record<string, Sql> = {
  id: sql`f.id`,
  creator: sql`f.creator`,
  wb_user_id: sql`f.user_id`,
  feedback_type: sql`f.feedback_type`,
  annotation_ref: sql`f.annotation_ref`,
  runnable_ref: sql`f.runnable_ref`,
  call_ref: sql`f.call_ref`,
  trigger_ref: sql`f.trigger_ref`,
  queue_id: sql`f.queue_id`,
};

/** Fields of what hangs on a call: a condition on one of them holds when it does for any such row. */
function joinedSource(path: string, reader: Reader): FieldSource | null {
  if (path === "annotation_queue_items.queue_id") return queueSource(reader);
  const { actor, project } = reader;
  const [, type = "", field = ""] = FEEDBACK_PATH.exec(path) ?? [];
  const source = feedbackSource(field);
  if (!source) return null;
  const ofType = type === "*" ? sql`true` : sql`f.feedback_type = ${type}`;
  // An annotator sees the feedback of no one else, and so cannot search by it.
  const own = project.role === "annotator" ? sql`f.user_id = ${actor.userId}` : sql`true`;
  return {
    ...source,
    any: (condition) => sql`exists (
      select 1 from feedback f
      where f.project_id = ${project.id} and f.call_id = c.id and ${ofType} and ${own} and ${condition})`,
  };
}

/** Two conditions rather than one with an or, so that each can be answered for many calls at once. */
function queueSource(reader: Reader): FieldSource {
  const shown = (call: Sql, condition: Sql) =>
    sql`exists (select 1 from ${visibleItems(reader)} and ${call} = c.id and ${condition})`;
  return {
    ...text(sql`i.queue_id`),
    any: (condition) =>
      sql`(${shown(sql`i.call_id`, condition)} or ${shown(sql`i.pair_call_id`, condition)})`,
  };
}

function feedbackSource(field: string): FieldSource | null {
  if (Object.hasOwn(FEEDBACK_COLUMNS, field)) return text(FEEDBACK_COLUMNS[field] ?? sql`null`);
  const [top, ...below] = field.split(".");
  return top === "payload" ? json(jsonAt(sql`coalesce(f.sanitized, f.payload)`, below)) : null;
}
