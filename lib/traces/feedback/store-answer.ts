import type { Ctx } from "#lib/access/context.ts";
import type { FeedbackItem, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { IN_ANSWER, storeFeedback } from "./store-feedback.internal.ts";

/**
 * Deletes the actor's own replaced feedback, and stores the items of an answer, atomically in the caller's transaction.
 * Whatever is wrong with one of them is a 422 at its place below `feedback`.
 */
export async function storeAnswer(
  { db, actor, project }: Pick<Ctx, "db" | "actor" | "project">,
  { items, replaced }: { items: FeedbackItem[]; replaced: readonly string[] },
): Promise<FeedbackResult[]> {
  if (replaced.length > 0)
    await db.prisma.feedback.deleteMany({
      where: { projectId: project.id, id: { in: [...replaced] }, userId: actor.userId },
    });
  if (items.length === 0) return [];
  const sent = items.map((item) => ({ item, project }));
  return storeFeedback({ db, actor }, sent, IN_ANSWER);
}
