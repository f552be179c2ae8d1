import type { Db } from "#lib/platform/db/database.ts";
import { callDocuments } from "#lib/traces/call-documents.ts";
import type { Column, ExportedRow } from "./exported-rows.internal.ts";

type Item = Pick<ExportedRow["item"], "callId" | "pairCallId">;

/** One item at a time: two documents may be as large as a request. A call that was deleted has none. */
export async function documentsOf(
  db: Db,
  projectId: string,
  { callId, pairCallId }: Item,
): Promise<ExportedRow["documents"]> {
  const found = await callDocuments(db, { projectId, callIds: [callId, pairCallId ?? callId] });
  const of = (id: string | null) => (id === null ? null : (found.get(id) ?? null));
  return { call: of(callId), pair: of(pairCallId) };
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
