import type { AccountCtx } from "#lib/access/context.ts";
import type { listProjectDeletions as contract } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { findDeletions } from "./find-deletions.internal.ts";

export async function listProjectDeletions({ db, actor }: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const recent = { OR: [{ endedAt: null }, { createdAt: { gt: new Date(Date.now() - SHOWN_FOR_MS) } }] };
  if (actor.isInstanceAdmin) return { deletions: await findDeletions(db, recent) };
  const administered = await db.prisma.entityMember.findMany({
    where: { userId: actor.userId, isAdmin: true },
    select: { entityName: true },
  });
  const entityName = { in: administered.map((member) => member.entityName) };
  const mine = { OR: [{ askedBy: actor.userId }, { entityName }] };
  return { deletions: await findDeletions(db, { AND: [recent, mine] }) };
}

const SHOWN_FOR_MS = 30 * 86_400_000;
