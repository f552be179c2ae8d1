import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { deleteObject as contract } from "#lib/contract/compat/objects.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { namedBy } from "./object-version.internal.ts";
import { requireUnasked } from "./require-unasked.internal.ts";

/** Without digests every version goes. Digests that name none are left aside, as long as one does. What queues ask stays. */
export async function deleteObject(
  ctx: Ctx,
  { objectId, digests }: InputOf<typeof contract>,
): Promise<{ numDeleted: number }> {
  const { project } = ctx;
  if (digests?.length === 0) return { numDeleted: 0 };
  const named = digests ? sql`(${join(digests.map(namedBy), " or ")})` : sql`true`;
  return ctx.db.transaction(async (db) => {
    const deleted = await db.query(sql`
      update object_version o set deleted_at = now()
      where o.project_id = ${project.id} and o.object_id = ${objectId} and o.deleted_at is null and ${named}
      returning ${columns(of("object_version o", "digest", "versionIndex"))}`);
    const numDeleted = deleted.length;
    if (numDeleted === 0) throw new NotFound(`Object ${objectId} not found, or already deleted`);
    await requireUnasked({ db, project }, objectId, deleted);
    await recordAudit(
      { ...ctx, db },
      {
        action: "objects.deleted",
        projectId: project.id,
        target: objectId,
        details: { versions: numDeleted },
      },
    );
    return { numDeleted };
  });
}
