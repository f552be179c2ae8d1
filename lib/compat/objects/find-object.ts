import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { namedBy } from "./object-version.internal.ts";

/** What others than its readers want to know of a version. */
export type ObjectVersion = {
  objectId: string;
  digest: string;
  baseObjectClass: string | null;
  val: unknown;
};

/** The version that a digest, `latest`, or `v` and a number name, or null where there is none or it was deleted. */
export async function findObjectVersion(
  db: Db,
  projectId: string,
  objectId: string,
  digest: string,
): Promise<ObjectVersion | null> {
  const [row] = await db.query(sql`
    select ${columns(of("object_version o", "objectId", "digest", "baseObjectClass", "val"))} from object_version o
    where o.project_id = ${projectId} and o.object_id = ${objectId} and o.deleted_at is null and ${namedBy(digest)}`);
  return row ?? null;
}
