import type { Ctx } from "#lib/access/context.ts";
import type { queryRetractions as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

type Endpoint = typeof contract;

export async function queryRetractions(
  { db, project }: Ctx,
  { isLifted, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const where = {
    projectId: project.id,
    ...(isLifted === undefined ? {} : { liftedAt: isLifted ? { not: null } : null }),
  };
  const found = await db.prisma.retraction.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  return {
    retractions: found.map(({ projectId: _, ...retraction }) => retraction),
    totalCount: await db.prisma.retraction.count({ where }),
  };
}
