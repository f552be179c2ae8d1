import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { createRetraction as contract } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { retractionImpact } from "./retraction-impact.internal.ts";

type Endpoint = typeof contract;

export async function createRetraction(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { annotatorUserId = null, itemIds, feedbackIds, since = null, until = null, reason, preview } = input;
  requireNamed(input);
  const meant = { annotatorUserId, itemIds, feedbackIds, since, until };
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    const impact = await retractionImpact(place, meant);
    if (preview) return { retraction: null, impact };
    const id = newId();
    const { projectId: _, ...retraction } = await db.prisma.retraction.create({
      data: {
        id,
        projectId: ctx.project.id,
        annotatorUserId,
        itemIds,
        feedbackIds,
        since: since === null ? null : new Date(since),
        until: until === null ? null : new Date(until),
        reason,
        createdBy: ctx.actor.userId,
      },
    });
    await recordAudit(place, {
      action: "retraction.created",
      projectId: ctx.project.id,
      target: id,
      details: { annotator_user_id: annotatorUserId, answers: impact.answerCount, rows: impact.rowCount },
    });
    await tellProject(db, ctx.project.id, "datasets");
    return { retraction, impact };
  });
}

function requireNamed({ annotatorUserId, itemIds, feedbackIds, since, until }: InputOf<Endpoint>): void {
  if (annotatorUserId === undefined && itemIds.length === 0 && feedbackIds.length === 0)
    throw invalidAt(["body", "annotator_user_id"], {
      type: "value_error",
      text: "say whose answers, to which items, or which answers: annotator_user_id, item_ids or feedback_ids",
    });
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until))
    throw invalidAt(["body", "until"], { type: "value_error", text: `it is not after since, ${since}` });
}
