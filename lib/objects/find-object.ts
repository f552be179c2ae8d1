import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import { namedBy, selectVersions, type VersionRow } from "./object-version.internal.ts";

export type ObjectVersion = {
  objectId: string;
  digest: string;
  versionIndex: number;
  kind: "op" | "object";
  baseObjectClass: string | null;
  leafObjectClass: string | null;
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
    versionIndex: row.version_index,
    kind: row.kind,
    baseObjectClass: row.base_object_class,
    leafObjectClass: row.leaf_object_class,
    val: row.val,
  };
}
