import type { Project } from "#lib/access/context.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { FEEDBACK_FIELD_ALIASES, FEEDBACK_FIELDS } from "#lib/contract/traces/feedback.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type FieldResolver, type FieldSource, jsonAt } from "#lib/platform/query/compile-expression.ts";
import { SPAN_ON_WIRE } from "./feedback-row.internal.ts";

/** Finds the fields of feedback (as `f`) that a query or an order may name. */
export function feedbackSources(project: Project): FieldResolver {
  return (path) => {
    const [name = "", ...below] = path.split(".");
    if (name === "payload") return json(jsonAt(sql`coalesce(f.sanitized, f.payload)`, below));
    if (SCORER_FIELDS.has(name)) return json(jsonAt(sql`f.scorer`, [name, ...below]));
    const source = path === "project_id" ? text(sql`${project.path}::text`) : columnSource(path);
    if (!source) throw new Rejected(`Feedback has no field ${path}; the fields are ${ALLOWED_FIELDS}`);
    return source;
  };
}

export const ALLOWED_FIELDS = [
  ...FEEDBACK_FIELDS,
  ...Object.keys(FEEDBACK_FIELD_ALIASES),
  "payload.<path>",
].join(", ");

const SCORER_FIELDS = new Set<string>(FEEDBACK_FIELDS.filter((field) => /^scorer_(tag|rating)/.test(field)));

const text = (source: Sql): FieldSource => ({ sql: source, kind: "text" });
const json = (source: Sql): FieldSource => ({ sql: source, kind: "json" });
const ref = (source: Sql): FieldSource => ({ ...text(source), normalize: normalizeRef });

const COLUMNS = new Map<string, FieldSource>([
  ["id", text(sql`f.id`)],
  ["weave_ref", ref(sql`f.weave_ref`)],
  ["tracing_ref", ref(sql`f.weave_ref`)],
  ["wb_user_id", text(sql`f.user_id`)],
  ["svc_user_id", text(sql`f.user_id`)],
  ["creator", text(sql`f.creator`)],
  ["created_at", { sql: sql`f.created_at`, kind: "timestamp" }],
  ["feedback_type", text(sql`f.feedback_type`)],
  ["annotation_ref", ref(sql`f.annotation_ref`)],
  ["runnable_ref", ref(sql`f.runnable_ref`)],
  ["call_ref", ref(sql`f.call_ref`)],
  ["trigger_ref", ref(sql`f.trigger_ref`)],
  ["queue_id", text(sql`f.queue_id`)],
]);

function columnSource(path: string): FieldSource | undefined {
  const column = COLUMNS.get(path);
  if (column || !Object.hasOwn(SPAN_ON_WIRE, path)) return column;
  return text(sql`coalesce(f.span ->> ${path}::text, ${SPAN_ON_WIRE[path]}::text)`);
}
