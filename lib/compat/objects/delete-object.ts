import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { deleteObject as contract } from "#lib/contract/compat/objects.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { namedBy } from "./object-version.internal.ts";

/** Of the queues that ask a field, so many are named. */
const MAX_NAMED = 5;

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

type Gone = { digest: string; versionIndex: number };

/** Throws where a queue asks one of the versions, which were just deleted in this transaction. */
async function requireUnasked(
  { db, project }: Pick<Ctx, "db" | "project">,
  objectId: string,
  gone: readonly Gone[],
): Promise<void> {
  const isLeft = await db.prisma.objectVersion.count({
    where: { projectId: project.id, objectId, deletedAt: null },
  });
  const names = gone.flatMap(({ digest, versionIndex }) => [digest, `v${versionIndex}`]);
  if (isLeft === 0) names.push("latest");
  const refs = names.map((name) => `weave:///${project.path}/object/${objectId}:${name}`);
  const asking = await db.query(sql`
    select ${columns(of("annotation_queue q", "id", "name"))} from annotation_queue q
    where q.project_id = ${project.id} and q.deleted_at is null and q.scorer_refs && ${refs}::text[]
    order by q.created_at, q.id`);
  if (asking.length === 0) return;
  const named = asking.slice(0, MAX_NAMED).map(({ id, name }) => `“${name}” (${id})`);
  const more = asking.length - named.length;
  const others = more > 0 ? ` and ${more} more` : "";
  throw new Conflict(
    asking.length === 1
      ? `Object ${objectId} is a question of the queue ${named[0]}; take it out of that queue first, or delete the queue`
      : `Object ${objectId} is a question of the queues ${named.join(", ")}${others}; take it out of them first, or delete those queues`,
    { code: "in_use" },
  );
}
