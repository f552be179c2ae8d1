import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { replaceFeedback as contract, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { storeOne } from "./store-feedback.internal.ts";
import { isOwnAlone } from "./visible-feedback.ts";

/** Deletes one piece of feedback and stores another in its place, both or neither. */
export function replaceFeedback(
  ctx: Ctx,
  { feedbackId, ...item }: InputOf<typeof contract>,
): Promise<FeedbackResult> {
  return ctx.db.transaction(async (db) => {
    const isGone = !(await deleteOne(db, ctx, feedbackId));
    if (isGone && !(await exists(db, ctx, item.id)))
      throw new NotFound(`Feedback ${feedbackId} not found in project ${ctx.project.path}`);
    return storeOne({ ...ctx, db }, { item, project: ctx.project });
  });
}

async function deleteOne(db: Db, ctx: Ctx, id: string): Promise<boolean> {
  const own = isOwnAlone(ctx) ? { userId: ctx.actor.userId } : {};
  const gone = await db.prisma.feedback.deleteMany({ where: { projectId: ctx.project.id, id, ...own } });
  return gone.count > 0;
}

/** A replacement that came through before is answered again rather than refused, where its sender chose the id. */
async function exists(db: Db, { project }: Ctx, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  return (await db.prisma.feedback.count({ where: { projectId: project.id, id } })) > 0;
}
