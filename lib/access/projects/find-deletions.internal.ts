import type { listProjectDeletions } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";

type Deletion = ReplyOf<typeof listProjectDeletions>["deletions"][number];

/** Deletions, newest first. */
export async function findDeletions(db: Db, where: Prisma.ProjectDeletionWhereInput): Promise<Deletion[]> {
  const rows = await db.prisma.projectDeletion.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_DELETIONS,
  });
  const askers = await db.prisma.user.findMany({ where: { id: { in: rows.map((row) => row.askedBy) } } });
  const names = new Map(askers.map(({ id, name, email }) => [id, name || email]));
  return rows.map(({ id, entityName, name, stage, rowsTotal, rowsDone, askedBy, createdAt, endedAt }) => ({
    id,
    projectId: `${entityName}/${name}`,
    stage,
    rowsTotal: Number(rowsTotal),
    rowsDone: Math.min(Number(rowsDone), Number(rowsTotal)),
    askedBy: names.get(askedBy) ?? "a former member",
    createdAt,
    ...(endedAt ? { endedAt } : {}),
  }));
}

const MAX_DELETIONS = 200;
