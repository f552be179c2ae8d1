import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { newId } from "#lib/ids.ts";
import { normalizeRef } from "#lib/refs/ref.ts";

type Endpoint = typeof contract.createQueue;

export async function createQueue(
  { db, actor, project }: Ctx,
  { name, description = "", scorerRefs }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { id } = await db.prisma.annotationQueue.create({
    data: {
      id: newId(),
      projectId: project.id,
      name,
      description,
      scorerRefs: scorerRefs.map(normalizeRef),
      createdBy: actor.userId,
    },
  });
  return { id };
}
