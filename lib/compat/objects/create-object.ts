import type { Ctx } from "#lib/access/context.ts";
import type { createObject as contract } from "#lib/contract/compat/objects.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { requireFitSchema } from "./check-schema.ts";
import { ANNOTATION_SPEC, objectClassOf } from "./object-class.ts";
import { objectDigest } from "./object-digest.ts";

const SPEC_DEFAULTS = {
  name: null,
  description: null,
  field_schema: {},
  unique_among_creators: false,
  op_scope: null,
};

const isText = (value: unknown) => typeof value === "string";

const SPEC_FIELDS: Record<string, Check> = {
  name: { isRight: isText, says: "a string" },
  description: { isRight: isText, says: "a string" },
  unique_among_creators: { isRight: (value) => typeof value === "boolean", says: "a boolean" },
  op_scope: {
    isRight: (value) => Array.isArray(value) && value.every(isText),
    says: "a list of op references",
  },
};

/** A value that was kept before makes no new version; one that was deleted comes back as the version that it was. */
export async function createObject(
  { db, actor, project }: Ctx,
  { obj }: InputOf<typeof contract>,
): Promise<{ digest: string; objectId: string }> {
  const { objectId } = obj;
  const val = await builtInObject(obj.val ?? null, obj.builtinObjectClass);
  const digest = obj.expectedDigest ?? objectDigest(val);
  await db.transaction((tx) =>
    insertVersion(tx, { projectId: project.id, objectId, digest, val, createdBy: actor.userId }),
  );
  return { digest, objectId };
}

type NewVersion = { projectId: string; objectId: string; digest: string; val: unknown; createdBy: string };

async function insertVersion(db: Db, { projectId, objectId, digest, val, createdBy }: NewVersion) {
  const { kind, base, leaf } = objectClassOf(val);
  const text = JSON.stringify(val);
  // Versions are counted, so that the versions of one object are made one after another.
  await lockName(db, `object ${projectId} ${objectId}`);
  await db.query(sql`
    insert into object_version
      (project_id, object_id, digest, version_index, kind, base_object_class, leaf_object_class, val, size_bytes, created_by)
    select ${projectId}, ${objectId}, ${digest}, coalesce(max(version_index) + 1, 0), ${kind}, ${base}, ${leaf},
      ${text}::json, ${Buffer.byteLength(text)}::int, ${createdBy}
    from object_version where project_id = ${projectId} and object_id = ${objectId}
    on conflict (project_id, object_id, digest) do update set deleted_at = null
      where object_version.deleted_at is not null`);
}

type Check = { isRight: (value: unknown) => boolean; says: string };

/** The value as an object of the named class, or as it came where none is named. What says that it is an annotation spec must be one. */
async function builtInObject(val: unknown, builtInClass: string | undefined): Promise<unknown> {
  if (builtInClass === undefined) {
    if (objectClassOf(val).base === ANNOTATION_SPEC) await requireAnnotationSpec(val);
    return val;
  }
  if (!isDict(val)) throw new Rejected(`The val of a ${builtInClass} must be an object`);
  if (builtInClass === ANNOTATION_SPEC) await requireAnnotationSpec(val);
  const defaults = builtInClass === ANNOTATION_SPEC ? SPEC_DEFAULTS : {};
  return {
    ...defaults,
    ...val,
    _type: builtInClass,
    _class_name: builtInClass,
    _bases: ["BaseObject", "BaseModel"],
  };
}

async function requireAnnotationSpec(val: unknown): Promise<void> {
  if (!isDict(val)) throw new Rejected("The val of an AnnotationSpec must be an object");
  for (const [field, { isRight, says }] of Object.entries(SPEC_FIELDS)) {
    const value = val[field] ?? null;
    if (value !== null && !isRight(value))
      throw new Rejected(`${field} of an AnnotationSpec must be ${says}`);
  }
  await requireFitSchema(val.field_schema ?? {}, ["body", "obj", "val", "field_schema"]);
}
