import type { SourceItem } from "#lib/datasets/rows/source-item.ts";
import { bool, bytes, columns, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { missingCallsIn } from "./count-missing-calls.internal.ts";

export type SourceCall = NonNullable<SourceItem["call"]> & { sizeBytes: number };

const CALL = columns({
  ...of("call c", "id", "threadId"),
  traceId: text(sql`coalesce(c.trace_id, c.id)`),
  isEnded: bool(sql`c.ended_at is not null`),
  inputs: orNull(text(sql`c.inputs`)),
  output: orNull(text(sql`c.output`)),
  hash: bytes(callHash(sql`c`)),
  sizeBytes: int(sql`coalesce(octet_length(c.inputs::text), 0) + coalesce(octet_length(c.output::text), 0)`),
});

/** The content of a call (as a row of its table) as evidence remembers it. */
export function callHash(row: Sql): Sql {
  return sql`sha256(convert_to(coalesce(${row}.inputs::text, '') || chr(10) || coalesce(${row}.output::text, ''), 'UTF8'))`;
}

/** The calls of these ids that are not deleted, each with how many calls were made for its answer that it does not show. */
export async function readCalls(
  db: Db,
  projectId: string,
  callIds: readonly string[],
): Promise<Map<string, SourceCall>> {
  const rows = await db.query(sql`
    select ${CALL} from call c
    where c.project_id = ${projectId} and c.id = any(${[...callIds]}::text[]) and c.started_at is not null and c.deleted_at is null`);
  const calls = new Map(
    rows.map(({ id, hash, inputs, output, ...call }): [string, SourceCall] => [
      id,
      {
        ...call,
        inputs: read(inputs),
        output: read(output),
        evidence: { kind: "call", id, userId: null, hash },
      },
    ]),
  );
  for (const [id, missing] of await missingCallsIn(db, projectId, calls)) {
    const call = calls.get(id);
    if (call) calls.set(id, { ...call, ...missing });
  }
  return calls;
}

function read(document: string | null): unknown {
  return document === null ? null : JSON.parse(document);
}
