import type { Project } from "#lib/access/context.ts";
import type { StoredObject } from "#lib/contract/compat/objects.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { ANNOTATION_SPEC } from "./object-class.ts";

/** A version as the statements below give it. */
export type VersionRow = {
  object_id: string;
  digest: string;
  version_index: number;
  kind: "op" | "object";
  base_object_class: string | null;
  leaf_object_class: string | null;
  val: unknown;
  size_bytes: number;
  created_by: string;
  created_at: Date;
  is_latest: boolean;
};

/** Whether a version (as `o`) is the newest of its object that is not deleted. */
export const isLatest: Sql = sql`o.version_index = (
  select max(n.version_index) from object_version n
  where n.project_id = o.project_id and n.object_id = o.object_id and n.deleted_at is null)`;

/** The statement that reads versions (as `o`), up to its conditions. The value may be left out, as it can be large. */
export function selectVersions({ withVal }: { withVal: boolean }): Sql {
  return sql`
    select o.object_id, o.digest, o.version_index, o.kind, o.base_object_class, o.leaf_object_class,
      ${withVal ? sql`o.val` : sql`null as val`}, o.size_bytes, o.created_by, o.created_at, ${isLatest} as is_latest
    from object_version o`;
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

export function shapeVersion(row: VersionRow, project: Project): StoredObject {
  return {
    projectId: project.path,
    objectId: row.object_id,
    createdAt: row.created_at,
    deletedAt: null,
    digest: row.digest,
    versionIndex: row.version_index,
    isLatest: row.is_latest ? 1 : 0,
    kind: row.kind,
    baseObjectClass: row.base_object_class,
    leafObjectClass: row.leaf_object_class,
    val: row.val,
    wbUserId: row.created_by,
    tags: [],
    aliases: row.is_latest ? ["latest"] : [],
  };
}
