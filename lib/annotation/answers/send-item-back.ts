import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { lockItem } from "#lib/annotation/lock-item.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { answersTo } from "./item-answers.internal.ts";
import { reopenItems } from "./reopen-items.internal.ts";

type Endpoint = typeof contract.sendItemBack;

/** The annotator gets the item before all others; what they said stays as a draft. */
export function sendItemBack(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, itemId, annotatorUserId, note } = input;
  const place = { projectId: ctx.project.id, queueId, itemId };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, place);
    const items = { projectId: place.projectId, queueId, itemIds: [itemId] };
    await reopenItems(db, items, { annotatorId: annotatorUserId, note });
    const answer = (await answersTo(db, items)).find((one) => one.annotatorUserId === annotatorUserId);
    if (!answer)
      throw new NotFound(
        `Annotator ${annotatorUserId} has not started item ${itemId}; there is nothing to send back`,
      );
    await recordAudit(
      { ...ctx, db },
      {
        action: "queue_item.sent_back",
        projectId: place.projectId,
        target: itemId,
        details: { annotatorUserId },
      },
    );
    await tellProject(db, place.projectId, "queues");
    return { answer };
  });
}
