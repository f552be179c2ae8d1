import type { Ctx } from "#lib/access/context.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";

type Gone = { digest: string; versionIndex: number };

/** Of the queues that ask a field, so many are named. */
const MAX_NAMED = 5;

/** Throws where a queue asks one of the versions, which were just deleted in this transaction. */
export async function requireUnasked(
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
