import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { Retraction, RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { newId } from "#lib/platform/ids.ts";
import { noteInForce } from "./in-force.ts";
import { type Meant, tellLearners } from "./retraction-impact.ts";

/** From now on no build takes what is meant; the log and the project hear of it. */
export async function storeRetraction(
  ctx: Ctx,
  meant: Meant,
  { reason, impact }: { reason: string; impact: RetractionImpact },
): Promise<Retraction> {
  const { db, project, actor } = ctx;
  const { annotatorUserId, itemIds, feedbackIds, since, until } = meant;
  const id = newId();
  const { projectId: _, ...retraction } = await db.prisma.retraction.create({
    data: {
      id,
      projectId: project.id,
      annotatorUserId,
      itemIds: [...itemIds],
      feedbackIds: [...feedbackIds],
      since: since === null ? null : new Date(since),
      until: until === null ? null : new Date(until),
      reason,
      createdBy: actor.userId,
    },
  });
  await noteInForce(db, { projectId: project.id, id });
  await recordAudit(ctx, {
    action: "retraction.created",
    projectId: project.id,
    target: id,
    details: {
      annotator_user_id: annotatorUserId,
      answers: impact.answerCount,
      rows: impact.rowCount,
      rewards: impact.rewardCount,
    },
  });
  await tellLearners(ctx, meant);
  return retraction;
}
