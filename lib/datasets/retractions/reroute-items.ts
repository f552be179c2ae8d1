import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import { giveToOthers } from "#lib/annotation/items/give-to-others.ts";
import type { rerouteAnnotator as contract } from "#lib/contract/datasets/reroute.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { type Meant, retractionImpact } from "./retraction-impact.ts";
import { storeRetraction } from "./store-retraction.internal.ts";

type Rerouted = Omit<ReplyOf<typeof contract>, "cancelledJobCount" | "goingJobCount"> & {
  /** Their answers to the queue; null where they have begun no item. */
  meant: Meant | null;
};

/** Gives somebody's items to others and retracts what they said of them. The queue's lock makes two of the same wait for each other, so the second finds nothing left to do. */
export async function rerouteItems(ctx: Ctx, input: InputOf<typeof contract>): Promise<Rerouted> {
  const { queueId, annotatorUserId, retract, reason, preview } = input;
  if (retract) requirePermission(ctx.actor, ctx.project, "datasets:write");
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    const { itemIds, ...given } = await giveToOthers(place, input);
    const retractable = retract ? await notRetracted(place, annotatorUserId, itemIds) : [];
    const meant = itemIds.length === 0 ? null : answersOf(annotatorUserId, itemIds);
    const impact = meant === null ? null : await retractionImpact(place, meant);
    const isChanged =
      retractable.length + given.openedCount + given.releasedCount > 0 ||
      given.annotatorIds.length !== given.annotatorIdsBefore.length;
    if (preview || !isChanged) return { ...given, isChanged, retraction: null, impact, meant };
    const retraction =
      impact === null || retractable.length === 0
        ? null
        : await storeRetraction(place, answersOf(annotatorUserId, retractable), { reason, impact });
    await recordAudit(place, {
      action: "queue.rerouted",
      projectId: ctx.project.id,
      target: queueId,
      details: {
        annotator_user_id: annotatorUserId,
        opened: given.openedCount,
        retracted: retraction !== null,
      },
    });
    return { ...given, isChanged, retraction, impact, meant };
  });
}

function answersOf(annotatorUserId: string, itemIds: string[]): Meant {
  return { annotatorUserId, itemIds, feedbackIds: [], since: null, until: null };
}

/** The items whose answers of theirs no retraction that holds means as a whole. */
async function notRetracted(
  { db, project }: Ctx,
  annotatorUserId: string,
  itemIds: string[],
): Promise<string[]> {
  const rows = await db.query(sql`
    select ${columns(of("queue_item i", "id"))} from queue_item i
    where i.project_id = ${project.id} and i.id = any(${itemIds}::text[]) and not exists (
      select from retraction r
      where r.project_id = i.project_id and r.lifted_at is null and r.since is null and r.until is null
        and coalesce(r.annotator_user_id, ${annotatorUserId}) = ${annotatorUserId}
        and cardinality(r.feedback_ids) = 0 and (cardinality(r.item_ids) = 0 or i.id = any(r.item_ids)))
    order by i.id`);
  return rows.map(({ id }) => id);
}
