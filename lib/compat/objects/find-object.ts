import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { namedBy, selectVersions, type VersionRow } from "./object-version.internal.ts";

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
  const [row] = await db.query<VersionRow>(sql`
    ${selectVersions({ withVal: true })}
    where o.project_id = ${projectId} and o.object_id = ${objectId} and o.deleted_at is null and ${namedBy(digest)}`);
  if (!row) return null;
  return {
    objectId: row.object_id,
    digest: row.digest,
    baseObjectClass: row.base_object_class,
    val: row.val,
  };
}
