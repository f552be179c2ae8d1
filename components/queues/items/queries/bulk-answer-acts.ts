import { v4 as uuid } from "uuid";
import { callRef } from "#components/feedback/feedback-queries.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { answerItem, getItemWork, type OwnWork } from "#lib/contract/annotation/queue-work.ts";
import { type ItemFilter, type QueueItem, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

export type BulkPlace = { projectId: string; queueId: string };
export type BulkAnswer = { field: AnnotationField; value: unknown; creator: string };

/** An answer that was stored, as it is taken back; the key makes every try of that the same act. */
export type Answered = { itemId: string; own: OwnWork; feedbackIds: readonly string[]; undoKey: string };

/** Answers on their way by item: one whose reply was lost may be stored, so it is sent as it was. */
export type Unheard = Map<string, { input: AnswerInput; key: string }>;

type AnswerInput = InputOf<typeof answerItem>;

const ITEMS_PER_PAGE = 500;

/**
 * Every item that matches the filter, loaded or not. If items drop out while pages are read, later ones move up: a page that does not begin
 * with a known item is read again from further back, so that none is missed.
 */
export async function allItems({ projectId, queueId }: BulkPlace, filter: ItemFilter): Promise<QueueItem[]> {
  const items = new Map<string, QueueItem>();
  for (let offset = 0; ; ) {
    const page = { limit: ITEMS_PER_PAGE, offset, includePosition: true };
    const { items: more } = await call(queryQueueItems, { projectId, queueId, filter, ...page });
    const [first] = more;
    if (offset > 0 && !(first && items.has(first.id))) {
      offset = Math.max(0, offset - ITEMS_PER_PAGE);
      continue;
    }
    for (const item of more) items.set(item.id, item);
    if (more.length < ITEMS_PER_PAGE) return [...items.values()];
    offset += ITEMS_PER_PAGE - 1;
  }
}

/**
 * Answers one item as the desk would, under the same rules: it takes a slot that is free or the annotator's own. Null where that is not to
 * be had: others hold the item or have answered it, it is gone, or a lead sent it back, which is answered at the desk.
 */
export async function answerOne(
  place: BulkPlace,
  item: Pick<QueueItem, "id" | "callId">,
  answer: BulkAnswer,
  unheard: Unheard,
): Promise<Answered | null> {
  return unlessRefused(async () => {
    const input = unheard.get(item.id)?.input ?? (await answerTo(place, item, answer));
    if (!input) return null;
    const key = unheard.get(item.id)?.key ?? uuid();
    unheard.set(item.id, { input, key });
    const { own, feedback } = await sent(input, key);
    unheard.delete(item.id);
    return { itemId: item.id, own, feedbackIds: feedback.map(({ id }) => id), undoKey: uuid() };
  });
}

async function answerTo(
  place: BulkPlace,
  { id: itemId, callId }: Pick<QueueItem, "id" | "callId">,
  { field, value, creator }: BulkAnswer,
): Promise<AnswerInput | null> {
  const { item, own } = await call(getItemWork, { ...place, itemId });
  const isUntouched = item.myAnnotationState === "unstarted" && own.sentBack === null;
  if (!isUntouched || own.askedAgain.length > 0) return null;
  const { projectId } = place;
  const said = {
    projectId,
    weaveRef: callRef(projectId, callId),
    feedbackType: `wandb.annotation.${field.objectId}`,
    annotationRef: field.ref,
    payload: { value },
    creator,
  };
  const done = { annotationState: "completed" as const, feedback: [said], replaced: [] };
  return { ...place, ...standing(own), itemId, ...done };
}

/** The item is as it was before; false where it was changed since, and so stays as it is. */
export async function takeBackOne(
  place: BulkPlace,
  { itemId, own, feedbackIds, undoKey }: Answered,
): Promise<boolean> {
  const back = { ...place, ...standing(own), itemId, annotationState: "unstarted" as const };
  const taken = await unlessRefused(() =>
    sent({ ...back, feedback: [], replaced: [...feedbackIds] }, undoKey),
  );
  return taken !== null;
}

/** Null where the service says that the item is not, or no longer, to be had. */
async function unlessRefused<T>(act: () => Promise<T | null>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return null;
    throw error;
  }
}

/** The revision that an answer is based on, and the annotator's unchanged flags. Time is only measured at the desk. */
function standing({ revision, isFlagged, flagNote }: OwnWork) {
  return { revision, isFlagged, flagNote, activeMs: 0 };
}

/** A connection that is lost once loses nothing: the second try is the same act for the service. */
async function sent(input: AnswerInput, idempotencyKey: string): Promise<ReplyOf<typeof answerItem>> {
  try {
    return await call(answerItem, input, { idempotencyKey });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    return call(answerItem, input, { idempotencyKey });
  }
}
