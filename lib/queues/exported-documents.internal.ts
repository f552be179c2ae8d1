import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import type { Column, Documents, ExportedRow } from "./exported-rows.internal.ts";

type Item = Pick<ExportedRow["item"], "callId" | "pairCallId">;

/** One item at a time: two documents may be as large as a request. A call that was deleted has none. */
export async function documentsOf(
  db: Db,
  projectId: string,
  { callId, pairCallId }: Item,
): Promise<ExportedRow["documents"]> {
  const rows = await db.query<{ id: string; inputs: string | null; output: string | null }>(sql`
    select c.id, c.inputs::text as inputs, c.output::text as output from call c
    where c.project_id = ${projectId} and c.id = any(${[callId, pairCallId ?? callId]}::text[])
      and c.started_at is not null and c.deleted_at is null`);
  const of = (id: string | null): Documents | null => {
    const row = rows.find((one) => one.id === id);
    return row ? { inputs: read(row.inputs), output: read(row.output) } : null;
  };
  return { call: of(callId), pair: of(pairCallId) };
}

function read(document: string | null): unknown {
  return document === null ? null : JSON.parse(document);
}

/** Their columns, under names that no field has taken. */
export function documentColumns(others: readonly Column[], isPairwise: boolean): Column[] {
  const taken = new Set(others.map(({ name }) => name));
  const sides = isPairwise ? (["call", "pair"] as const) : (["call"] as const);
  return sides.flatMap((side) =>
    (["inputs", "output"] as const).map((part): Column => {
      const name = `${side}_${part}`;
      return {
        name: taken.has(name) ? `${name} (recorded)` : name,
        read: ({ documents }) => documents?.[side]?.[part] ?? null,
      };
    }),
  );
}
