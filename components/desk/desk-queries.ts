import { queryOptions } from "@tanstack/react-query";
import { callRef } from "#components/feedback/feedback-queries.ts";
import { call } from "#lib/client/call.ts";
import {
  createFeedbackBatch,
  type FeedbackItem,
  type FeedbackRow,
  purgeFeedback,
  queryFeedback,
} from "#lib/contract/feedback.ts";
import type { Expression } from "#lib/contract/query.ts";
import {
  type AnnotationState,
  getQueueProgress,
  queryQueueItems,
  updateItemProgress,
} from "#lib/contract/queues.ts";
import type { DeskItem } from "./desk-state.ts";

/** As many items to do are known at once. */
export const MOST_OPEN = 100;
export const ITEMS_PER_PAGE = 50;

export type DeskPlace = { projectId: string; queueId: string };

/** The desk keeps count itself from when it opens; the next visit asks afresh. */
const FOR_THE_VISIT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false };

function deskKey({ projectId, queueId }: DeskPlace) {
  return ["desk", projectId, queueId] as const;
}

/** The first items that the annotator has still to do. */
export function openItemsQuery(place: DeskPlace) {
  return queryOptions({
    ...FOR_THE_VISIT,
    queryKey: [...deskKey(place), "open"],
    queryFn: async ({ signal }): Promise<DeskItem[]> => {
      const filter = { myAnnotationStates: ["unstarted", "in_progress"] as AnnotationState[] };
      const page = { limit: MOST_OPEN, includePosition: true };
      return (await call(queryQueueItems, { ...place, filter, ...page }, { signal })).items;
    },
  });
}

/** Items in the queue's order, whatever their state, for walking back and forth. */
export function itemPageQuery(place: DeskPlace, page: number) {
  return queryOptions({
    ...FOR_THE_VISIT,
    queryKey: [...deskKey(place), "page", page],
    queryFn: async ({ signal }): Promise<DeskItem[]> => {
      const range = { limit: ITEMS_PER_PAGE, offset: page * ITEMS_PER_PAGE, includePosition: true };
      return (await call(queryQueueItems, { ...place, ...range }, { signal })).items;
    },
  });
}

/** How many items the annotator had done when the desk opened. */
export function doneBeforeQuery(place: DeskPlace, userId: string) {
  return queryOptions({
    ...FOR_THE_VISIT,
    queryKey: [...deskKey(place), "done-before", userId],
    queryFn: async ({ signal }) => {
      const { progress } = await call(getQueueProgress, place, { signal });
      const mine = progress.find(({ annotatorUserId }) => annotatorUserId === userId);
      return mine ? mine.completed + mine.skipped : 0;
    },
  });
}

/** What the annotator has said about a call in this queue and the server has, oldest first. */
export function ownFeedbackQuery(place: DeskPlace, callId: string, userId: string) {
  return queryOptions({
    ...FOR_THE_VISIT,
    queryKey: [...deskKey(place), "own-feedback", callId, userId],
    queryFn: async ({ signal }) => {
      const { projectId, queueId } = place;
      const conditions = [
        equals("weave_ref", callRef(projectId, callId)),
        equals("queue_id", queueId),
        equals("wb_user_id", userId),
      ];
      const query = { $expr: { $and: conditions } };
      const sortBy = [{ field: "created_at", direction: "asc" as const }];
      return asRows((await call(queryFeedback, { projectId, query, sortBy }, { signal })).result);
    },
  });
}

function equals(field: string, value: string): Expression {
  return { $eq: [{ $getField: field }, { $literal: value }] };
}

/** Rows come whole where no fields are asked for, which the reply's type cannot say. */
function asRows(result: unknown[]): FeedbackRow[] {
  return result as FeedbackRow[];
}

export type Sending = {
  item: DeskItem;
  state: AnnotationState;
  feedback: FeedbackItem[];
  /** Ids of own feedback that goes. */
  replaced: readonly string[];
};

/** Tells the server what became of an item. Every step may be repeated, so that all of it can be tried again. */
export async function sendOutcome(place: DeskPlace, sending: Sending): Promise<void> {
  const { item, state, feedback, replaced } = sending;
  if (feedback.length > 0) await call(createFeedbackBatch, { batch: feedback });
  if (replaced.length > 0) {
    const query = { $expr: { $or: replaced.map((id) => equals("id", id)) } };
    await call(purgeFeedback, { projectId: place.projectId, query });
  }
  await call(updateItemProgress, { ...place, itemId: item.id, annotationState: state });
}
