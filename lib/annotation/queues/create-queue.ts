import type { Ctx } from "#lib/access/context.ts";
import { ownScorerRefs } from "#lib/annotation/own-scorer-refs.internal.ts";
import { DEFAULT_SETTINGS, settingsFrom } from "#lib/annotation/queue-settings.internal.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.createQueue;

export async function createQueue(
  { db, actor, project }: Ctx,
  { name, description = "", scorerRefs: sentRefs, ...sent }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const scorerRefs = ownScorerRefs(sentRefs, project);
  const { fieldRules, ...settings } = await settingsFrom({ db, project }, sent, {
    before: DEFAULT_SETTINGS,
    scorerRefs,
  });
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
    if (fieldRules.length > 0)
      await tx.query(
        sql`update annotation_queue set field_rules = ${JSON.stringify(fieldRules)}::json where id = ${id}`,
      );
    await tellProject(tx, project.id, "queues");
    return { id };
  });
}
