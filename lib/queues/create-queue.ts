import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { newId } from "#lib/ids.ts";
import { tellProject } from "#lib/live/tell-project.ts";
import { ownScorerRefs } from "./own-scorer-refs.internal.ts";
import { DEFAULT_SETTINGS, settingsFrom } from "./queue-settings.internal.ts";

type Endpoint = typeof contract.createQueue;

export async function createQueue(
  { db, actor, project }: Ctx,
  { name, description = "", scorerRefs: sentRefs, ...sent }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const scorerRefs = ownScorerRefs(sentRefs, project);
  const settings = await settingsFrom({ db, project }, sent, { before: DEFAULT_SETTINGS, scorerRefs });
  return db.transaction(async (tx) => {
    const { id } = await tx.prisma.annotationQueue.create({
      data: {
        ...settings,
        id: newId(),
        projectId: project.id,
        name,
        description,
        scorerRefs,
        createdBy: actor.userId,
      },
    });
    await tellProject(tx, project.id, "queues");
    return { id };
  });
}
