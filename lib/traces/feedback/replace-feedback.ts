import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { replaceFeedback as contract, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { storeOne } from "./store-feedback.internal.ts";
import { ownFeedback } from "./visible-feedback.ts";

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
  const gone = await db.query(sql`
    delete from feedback f where f.project_id = ${ctx.project.id} and f.id = ${id} and ${ownFeedback(ctx)}
    returning 1`);
  return gone.length > 0;
}

/** A replacement that came through before is answered again rather than refused, where its sender chose the id. */
async function exists(db: Db, { project }: Ctx, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const found = await db.query(sql`select 1 from feedback where project_id = ${project.id} and id = ${id}`);
  return found.length > 0;
}
