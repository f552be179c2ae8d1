import type { Ctx } from "#lib/access/context.ts";
import type { createObject as contract } from "#lib/contract/compat/objects.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { builtInObject } from "./built-in-object.internal.ts";
import { objectClassOf } from "./object-class.ts";
import { objectDigest } from "./object-digest.ts";

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
