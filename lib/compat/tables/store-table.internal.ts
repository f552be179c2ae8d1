import { createHash } from "node:crypto";
import type { Ctx } from "#lib/access/context.ts";
import { objectDigest } from "#lib/compat/objects/object-digest.ts";
import { MAX_TABLE_ROWS } from "#lib/contract/compat/tables.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { inStretches } from "#lib/platform/in-turns.ts";
import { sanitizeJson } from "#lib/platform/json/sanitize.ts";

/** Of usual rows a millisecond or two, in which nobody else is answered. */
const ROWS_READ_AT_A_STRETCH = 50;
const ROWS_STORED_AT_A_STRETCH = 500;

type Place = Pick<Ctx, "db" | "actor" | "project">;

/** Keeps a table of rows that are kept already, under its own digest or the one that is expected; gives that digest. */
export async function storeTable(
  { db, actor, project }: Place,
  { rowDigests, expectedDigest }: { rowDigests: readonly string[]; expectedDigest?: string | undefined },
): Promise<string> {
  if (rowDigests.length > MAX_TABLE_ROWS)
    throw new Rejected(
      `The table would have ${rowDigests.length} rows; keep at most ${MAX_TABLE_ROWS} in one table`,
    );
  const digest = expectedDigest ?? tableDigest(rowDigests);
  await db.prisma.rowTable.createMany({
    data: { projectId: project.id, digest, rowDigests: [...rowDigests], createdBy: actor.userId },
    skipDuplicates: true,
  });
  return digest;
}

/** SHA-256 in hexadecimal digits, over the digests of the rows one after another. */
export function tableDigest(rowDigests: readonly string[]): string {
  const hash = createHash("sha256");
  for (const digest of rowDigests) hash.update(digest);
  return hash.digest("hex");
}

/** Keeps rows that are not kept yet; gives their digests, in their order. */
export async function storeRows(
  db: Db,
  projectId: string,
  rows: readonly Record<string, unknown>[],
): Promise<string[]> {
  const digests: string[] = [];
  const textByDigest = new Map<string, string>();
  for await (const part of inStretches(rows, ROWS_READ_AT_A_STRETCH))
    for (const row of part) {
      const digest = objectDigest(row);
      digests.push(digest);
      textByDigest.set(digest, JSON.stringify(row));
    }
  // In one order everywhere, so that two tables with rows in common never wait for each other.
  const sorted = [...textByDigest].sort(([one], [other]) => (one < other ? -1 : 1));
  for await (const part of inStretches(sorted, ROWS_STORED_AT_A_STRETCH))
    await db.query(sql`
      insert into table_row (project_id, digest, val, sanitized, size_bytes)
      select ${projectId}, r.digest, r.val::json, r.sanitized::json, octet_length(r.val)
      from unnest(
        ${part.map(([digest]) => digest)}::text[],
        ${part.map(([, text]) => text)}::text[],
        ${part.map(([, text]) => sanitizeJson(text))}::text[]) as r (digest, val, sanitized)
      on conflict (project_id, digest) do nothing`);
  return digests;
}
