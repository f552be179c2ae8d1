import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { newId } from "#lib/ids.ts";
import { ownScorerRefs } from "./own-scorer-refs.internal.ts";

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
      scorerRefs: ownScorerRefs(scorerRefs, project),
      createdBy: actor.userId,
    },
  });
  return { id };
}
