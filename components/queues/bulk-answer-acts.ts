import { v4 as uuid } from "uuid";
import { callRef } from "#components/feedback/feedback-queries.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { answerItem, getItemWork, type OwnWork } from "#lib/contract/queue-work.ts";
import { type ItemFilter, type QueueItem, queryQueueItems } from "#lib/contract/queues.ts";
import type { AnnotationField } from "./annotation-field.ts";

export type BulkPlace = { projectId: string; queueId: string };
export type BulkAnswer = { field: AnnotationField; value: unknown; creator: string };

/** An answer that was stored, as it is taken back. */
export type Answered = { itemId: string; own: OwnWork; feedbackIds: readonly string[] };

const ITEMS_PER_PAGE = 500;

/** Every item that the filter keeps, loaded or not. */
export async function allItems({ projectId, queueId }: BulkPlace, filter: ItemFilter): Promise<QueueItem[]> {
  const items = new Map<string, QueueItem>();
  for (let offset = 0; ; offset += ITEMS_PER_PAGE) {
    const page = { limit: ITEMS_PER_PAGE, offset };
    const { items: more } = await call(queryQueueItems, { projectId, queueId, filter, ...page });
    // Items change their places while pages are read.
    for (const item of more) items.set(item.id, item);
    if (more.length < ITEMS_PER_PAGE) return [...items.values()];
  }
}

/**
 * Answers one item as the desk would, under the same rules: it takes a slot that is free or the annotator's own. Null where that is not to
 * be had: others hold the item or have answered it, it is gone, or a lead sent it back, which is answered at the desk.
 */
export async function answerOne(
  place: BulkPlace,
  { id: itemId, callId }: Pick<QueueItem, "id" | "callId">,
  { field, value, creator }: BulkAnswer,
): Promise<Answered | null> {
  const { projectId, queueId } = place;
  try {
    const { item, own } = await call(getItemWork, { projectId, queueId, itemId });
    const isUntouched = item.myAnnotationState === "unstarted" && own.sentBack === null;
    if (!isUntouched || own.askedAgain.length > 0) return null;
    const said = {
      projectId,
      weaveRef: callRef(projectId, callId),
      feedbackType: `wandb.annotation.${field.objectId}`,
      annotationRef: field.ref,
      payload: { value },
      creator,
    };
    const answer = { ...place, ...standing(own), itemId, annotationState: "completed" as const };
    const { own: after, feedback } = await sent({ ...answer, feedback: [said], replaced: [] });
    return { itemId, own: after, feedbackIds: feedback.map(({ id }) => id) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return null;
    throw error;
  }
}

/** The item is as it was before; false where it was changed since, and so stays as it is. */
export async function takeBackOne(
  place: BulkPlace,
  { itemId, own, feedbackIds }: Answered,
): Promise<boolean> {
  try {
    const back = { ...place, ...standing(own), itemId, annotationState: "unstarted" as const };
    await sent({ ...back, feedback: [], replaced: [...feedbackIds] });
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return false;
    throw error;
  }
}

/** What an answer goes by, and what of the annotator's own work stays as it is; the time is told for work at the desk alone. */
function standing({ revision, isFlagged, flagNote }: OwnWork) {
  return { revision, isFlagged, flagNote, activeMs: 0 };
}

/** A connection that is lost once loses nothing: the second try is the same act for the service. */
async function sent(input: InputOf<typeof answerItem>): Promise<ReplyOf<typeof answerItem>> {
  const once = { idempotencyKey: uuid() };
  try {
    return await call(answerItem, input, once);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    return call(answerItem, input, once);
  }
}
