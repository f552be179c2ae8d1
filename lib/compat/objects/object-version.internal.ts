import type { Project } from "#lib/access/context.ts";
import type { StoredObject } from "#lib/contract/compat/objects.ts";
import { bool, columns, json, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { ANNOTATION_SPEC } from "./object-class.ts";

/** Whether a version (as `o`) is the newest of its object that is not deleted. */
export const isLatest: Sql = sql`o.version_index = (
  select max(n.version_index) from object_version n
  where n.project_id = o.project_id and n.object_id = o.object_id and n.deleted_at is null)`;

/** What is read of versions (as `o`). The value may be left out, as it can be large. */
export function versionColumns({ withVal }: { withVal: boolean }) {
  return columns({
    ...of("object_version o", "objectId", "digest", "versionIndex", "baseObjectClass", "leafObjectClass"),
    kind: text<"op" | "object">(sql`o.kind`),
    val: json(withVal ? sql`o.val` : sql`null`),
    ...of("object_version o", "sizeBytes", "createdBy", "createdAt"),
    isLatest: bool(isLatest),
  });
}

/** The version of an object (as `o`) that a digest, `latest`, or `v` and a number name. */
export function namedBy(digest: string): Sql {
  if (digest === "latest") return isLatest;
  const [, index] = /^v(\d{1,9})$/.exec(digest) ?? [];
  return index === undefined ? sql`o.digest = ${digest}` : sql`o.version_index = ${Number(index)}::int`;
}

/** Annotators read the specs of what they are asked, and no other object. */
export function readableObjects({ role }: Project): Sql {
  return role === "annotator" ? sql`o.base_object_class = ${ANNOTATION_SPEC}` : sql`true`;
}

type VersionRow = RowOf<ReturnType<typeof versionColumns>>;

export function shapeVersion(row: VersionRow, project: Project): StoredObject {
  return {
    projectId: project.path,
    objectId: row.objectId,
    createdAt: row.createdAt,
    deletedAt: null,
    digest: row.digest,
    versionIndex: row.versionIndex,
    isLatest: row.isLatest ? 1 : 0,
    kind: row.kind,
    baseObjectClass: row.baseObjectClass,
    leafObjectClass: row.leafObjectClass,
    val: row.val,
    wbUserId: row.createdBy,
    tags: [],
    aliases: row.isLatest ? ["latest"] : [],
  };
}
