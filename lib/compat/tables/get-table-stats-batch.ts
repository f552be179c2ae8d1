import type { Ctx } from "#lib/access/context.ts";
import type { getTableStatsBatch as contract } from "#lib/contract/compat/tables.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, float, int, of, orNull } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** In the order of the digests, each table once. */
export async function getTableStatsBatch(
  { db, project }: Ctx,
  { digests = [], includeStorageSize = false }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (project.role === "annotator") return { tables: [] };
  const size = sql`(
    select coalesce(sum(r.size_bytes), 0) from unnest(t.row_digests) as p (digest)
    join table_row r on r.project_id = t.project_id and r.digest = p.digest)::float8`;
  const rows = await db.query(sql`
    select ${columns({
      ...of("row_table t", "digest"),
      count: int(sql`cardinality(t.row_digests)`),
      size: orNull(float(includeStorageSize ? size : sql`null`)),
    })}
    from row_table t where t.project_id = ${project.id} and t.digest = any(${digests}::text[])`);
  const byDigest = new Map(rows.map((row) => [row.digest, row]));
  const tables = [...new Set(digests)].flatMap((digest) => {
    const row = byDigest.get(digest);
    if (!row) return [];
    return [{ digest, count: row.count, ...(row.size === null ? {} : { storageSizeBytes: row.size }) }];
  });
  return { tables };
}
