import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { sql } from "#lib/db/sql.ts";
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
