import type { Ctx } from "#lib/access/context.ts";
import type { readObject as contract, StoredObject } from "#lib/contract/compat/objects.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { namedBy, readableObjects, shapeVersion, versionColumns } from "./object-version.internal.ts";

export async function readObject(
  { db, project }: Ctx,
  { objectId, digest, metadataOnly }: InputOf<typeof contract>,
): Promise<{ obj: StoredObject }> {
  const [row] = await db.query(sql`
    select ${versionColumns({ withVal: !metadataOnly })} from object_version o
    where o.project_id = ${project.id} and o.object_id = ${objectId} and o.deleted_at is null
      and ${readableObjects(project)} and ${namedBy(digest)}`);
  if (!row) throw new NotFound(`Object ${objectId}:${digest} not found`);
  return { obj: { ...shapeVersion(row, project), sizeBytes: row.sizeBytes } };
}
