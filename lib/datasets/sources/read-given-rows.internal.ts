import { createReadStream } from "node:fs";
import { affectedRows } from "#lib/datasets/affected-rows.internal.ts";
import { readAs } from "#lib/datasets/import/columns.ts";
import type { GivenRow } from "#lib/datasets/rows/given-rows.ts";
import { columns, int, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import type { CheckedUpload, CheckedVersion } from "./checked-source.ts";

/** The first rows of a file or version, at most so many, each with the bytes that it takes. */
export type SizedRow = GivenRow & { sizeBytes: number };

/** Every line of an uploaded file was read when it came. */
export async function readUpload({ file }: CheckedUpload, limit: number): Promise<SizedRow[]> {
  const evidence = {
    kind: "upload" as const,
    id: file.id,
    userId: file.createdBy,
    hash: Buffer.from(file.sha256, "hex"),
  };
  const rows: SizedRow[] = [];
  try {
    for await (const { text: line, number } of linesOf(createReadStream(absolutePath(file.path)))) {
      if (rows.length >= limit) break;
      if (line.trim() === "") continue;
      const place = { itemId: `${file.id}/${number}`, addedAt: file.createdAt };
      rows.push({ ...place, value: JSON.parse(line), evidence, sizeBytes: line.length, keepsTrain: true });
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new Conflict(
      `The content of file ${file.id} is not on this machine; upload it again and name the new one`,
      {
        code: "no_content",
      },
    );
  }
  return rows;
}

export async function readVersion(
  db: Db,
  projectId: string,
  { version, table, name, columns: named }: CheckedVersion,
  limit: number,
): Promise<SizedRow[]> {
  const rows = await db.query(sql`
    select ${columns({ ...of("table_row r", "digest", "sizeBytes"), val: text(sql`r.val`), place: int(sql`p.place - 1`) })}
    from row_table t cross join lateral unnest(t.row_digests[1 : ${limit}::int]) with ordinality as p (digest, place)
    join table_row r on r.project_id = t.project_id and r.digest = p.digest
    where t.project_id = ${projectId} and t.digest = ${table} order by p.place`);
  const retracted = await retractedPlaces(db, projectId, version.digest);
  const missing = await missingCallsByPlace(db, projectId, version.digest);
  return rows.map(({ digest, sizeBytes, val, place }) => ({
    missingCalls: missing.get(place) ?? 0,
    isRetracted: retracted.has(place),
    itemId: `${name}:v${version.versionIndex}/${place}`,
    addedAt: version.createdAt,
    value: readAs(JSON.parse(val), named),
    evidence: { kind: "version", id: version.digest, userId: null, hash: Buffer.from(digest) },
    sizeBytes,
  }));
}

/** What a build counted stays known where its rows go. */
async function missingCallsByPlace(db: Db, projectId: string, digest: string): Promise<Map<number, number>> {
  const rows = await db.query(sql`
    select ${columns({ ...of("dataset_row r", "position"), calls: int(sql`r.missing_calls`) })}
    from dataset_version v join dataset_row r on r.project_id = v.project_id and r.version_id = v.id
    where v.project_id = ${projectId} and v.object_digest = ${digest} and r.missing_calls is not null`);
  return new Map(rows.map(({ position, calls }) => [position, calls]));
}

/** Where in a version the rows stand that were made of something that was retracted since. */
async function retractedPlaces(db: Db, projectId: string, digest: string): Promise<ReadonlySet<number>> {
  const live = { projectId, liftedAt: null };
  if (!(await db.prisma.retraction.findFirst({ where: live, select: { id: true } }))) return new Set();
  const retractions = sql`select * from retraction where project_id = ${projectId} and lifted_at is null`;
  const rows = await db.query(sql`
    with recursive ${affectedRows(projectId, { retractions })}
    select ${columns({ place: int(sql`a.position`) })}
    from affected a join dataset_version v on v.project_id = ${projectId} and v.id = a.version_id
    where v.object_digest = ${digest}`);
  return new Set(rows.map(({ place }) => place));
}
