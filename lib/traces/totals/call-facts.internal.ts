import { join, type Sql, sql } from "#lib/platform/db/sql.ts";

/** What totals count a call (as `c`) by, and what they sum; as the trigger `note_counts_of_changed_calls` notes it. */
const FACTS: Readonly<Record<string, Sql>> = {
  op_name: sql`coalesce(c.op_name, '')`,
  is_root: sql`c.parent_id is null`,
  is_turn: sql`is_thread_turn(c.id, c.turn_id, c.thread_id)`,
  is_traffic: sql`is_traffic_thread(c.thread_id)`,
  status: sql`call_status(c.exception, c.ended_at, coalesce(c.sanitized -> 'summary', c.summary))`,
  ms: sql`case when is_thread_turn(c.id, c.turn_id, c.thread_id) then duration_ms(c.started_at, c.ended_at, c.is_untimed)::bigint end`,
  bytes: sql`documents_size(c.attributes, c.inputs, c.output, c.summary, c.otel_dump)`,
  tokens: sql`(select tokens from tokens_of(coalesce(c.sanitized -> 'summary', c.summary)))`,
};

/** Of one call, by their names. */
export const CALL_FACTS = join(Object.entries(FACTS).map(([name, fact]) => sql`${fact} as ${sql([name])}`));

/** Of several calls, a list each. */
export const FACT_LISTS = join(Object.values(FACTS).map((fact) => sql`array_agg(${fact})`));
