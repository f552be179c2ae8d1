import type { Ctx } from "#lib/access/context.ts";
import { deskOf, giveBack } from "#lib/annotation/desk.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-work.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { requireAnnotator } from "./require-annotator.internal.ts";

type Endpoint = typeof contract.releaseItems;

/** Gives back what is named, or all of it; an item that the caller does not hold is left out of the answer. */
export async function releaseItems(
  ctx: Ctx,
  { queueId, itemIds }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireAnnotator(ctx, queueId);
  const desk = deskOf(ctx, queueId);
  return ctx.db.transaction(async (db) => {
    const released = await giveBack(db, desk, itemIds ? { only: itemIds } : { allBut: [] });
    if (released.length > 0) await tellProject(db, desk.projectId, "queues");
    return { released };
  });
}
