import { columns, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** What went into a call and what came out of it, as it was recorded. */
export type CallDocuments = { inputs: unknown; output: unknown };

type Wanted = { projectId: string; callIds: readonly string[]; within?: Sql };

/** The documents of calls, by their ids; a call that was deleted, or that `within` leaves out, has none. They may be as large as a request. */
export async function callDocuments(
  db: Db,
  { projectId, callIds, within = sql`true` }: Wanted,
): Promise<Map<string, CallDocuments>> {
  const rows = await db.query(sql`
    select ${DOCUMENTS} from call c
    where c.project_id = ${projectId} and c.id = any(${callIds}::text[])
      and c.started_at is not null and c.deleted_at is null and ${within}`);
  return new Map(
    rows.map(({ id, inputs, output }) => [id, { inputs: read(inputs), output: read(output) }] as const),
  );
}

const DOCUMENTS = columns({
  ...of("call c", "id"),
  inputs: orNull(text(sql`c.inputs`)),
  output: orNull(text(sql`c.output`)),
});

function read(document: string | null): unknown {
  return document === null ? null : JSON.parse(document);
}
