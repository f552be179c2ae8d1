import { columns, field } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { withRetries } from "#lib/platform/db/with-retries.ts";
import { notifySoon } from "#lib/platform/live/notify-soon.ts";
import {
  type CallPart,
  DOCUMENT_COLUMNS,
  joinParts,
  PART_COLUMNS,
  type PartColumn,
  withSanitized,
} from "#lib/traces/calls/call-part.internal.ts";

/**
 * Stores parts of calls, in any order and however often they come: one statement for any number of them. Gives the stored trace id by
 * `callKey`.
 */
export async function storeParts(db: Db, parts: CallPart[]): Promise<Map<string, string | null>> {
  if (parts.length === 0) return new Map();
  const rows = foldParts(parts);
  const values = PART_COLUMNS.map(({ name }) => rows.map((row) => row[name]));
  // Ids outside the BMP sort differently in PostgreSQL than in JavaScript, so a delete and a batch can still deadlock; retries resolve it.
  const stored = await withRetries(() =>
    db.query(sql(STATEMENT_PIECES, ...values, STORED), "store-call-parts"),
  );
  for (const projectId of new Set(stored.map((row) => row.project_id))) notifySoon(db, projectId, "calls");
  return new Map(stored.map((row) => [callKey(row), row.trace_id]));
}

/** By the names of columns, as the parts have them. */
const STORED = columns({
  project_id: field("call", "projectId"),
  id: field("call", "id"),
  trace_id: field("call", "traceId"),
});

export function callKey({ project_id, id }: Pick<CallPart, "project_id" | "id">): string {
  return `${project_id} ${id}`;
}

/** One row a call, as a statement may touch each only once; in one order everywhere, so that two batches never wait for each other. */
function foldParts(parts: CallPart[]): CallPart[] {
  const rows = new Map<string, CallPart>();
  for (const part of parts) {
    const key = callKey(part);
    const earlier = rows.get(key);
    rows.set(key, earlier ? joinParts(earlier, part) : part);
  }
  return [...rows.keys()].sort().flatMap((key) => {
    const row = rows.get(key);
    return row ? [withSanitized(row)] : [];
  });
}

/** As `joinParts`: fields that came replace the stored ones, save the trace id that a call gave itself and the user who began it. */
const JOINED: Partial<Record<PartColumn, string>> = {
  trace_id: "coalesce(nullif(excluded.trace_id, excluded.id), call.trace_id, excluded.trace_id)",
  user_id: "coalesce(call.user_id, excluded.user_id)",
  sanitized: `case when call.sanitized is null and excluded.sanitized is null then null else nullif((
    (coalesce(call.sanitized, '{}')::jsonb - array_remove(array[${DOCUMENT_COLUMNS.map(
      (column) => `case when excluded.${column} is not null then '${column}' end`,
    ).join(", ")}], null)) || coalesce(excluded.sanitized, '{}')::jsonb)::text, '{}')::json end`,
};

const assignments = PART_COLUMNS.filter(({ name }) => name !== "project_id" && name !== "id").map(
  ({ name }) => `${name} = ${JOINED[name] ?? `coalesce(excluded.${name}, call.${name})`}`,
);

/** The fixed text of the statement around its parameters, one array a column. */
const STATEMENT_PIECES = statementPieces();

function statementPieces(): string[] {
  const names = PART_COLUMNS.map(({ name }) => name).join(", ");
  const types = PART_COLUMNS.map(({ type }) => `::${type}[]`);
  const ending = `) on conflict (project_id, id) do update set ${assignments.join(", ")}, updated_at = now()
    returning `;
  return [
    `insert into call (${names}) select * from unnest(`,
    ...types.slice(0, -1).map((type) => `${type}, `),
    `${types.at(-1)}${ending}`,
    "",
  ];
}
