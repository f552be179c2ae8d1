import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { asRows, callRef } from "#components/feedback/feedback-queries.ts";
import { call, callAll, requestOf } from "#lib/client/call.ts";
import { isEqual } from "#lib/client/conditions.ts";
import { summarizeQueues } from "#lib/contract/annotation/queue-lead.ts";
import {
  answerItem,
  getItemWork,
  keepItems,
  releaseItems,
  reserveItems,
} from "#lib/contract/annotation/queue-work.ts";
import {
  type AnnotationState,
  type ItemFilter,
  queryQueueItems,
  queryQueues,
} from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { queryFeedback } from "#lib/contract/traces/feedback.ts";
import type { DeskItem } from "./desk-handles.ts";
import type { Act, Held, Left } from "./desk-state.ts";

/** Whose desk, and of which queue. */
export type DeskPlace = { projectId: string; queueId: string; userId: string };

export type RailList = "mine" | "skipped" | "done" | "flagged";

const ITEMS_PER_PAGE = 100;
/** The desk keeps count itself from when it opens; the next visit asks afresh. */
const FOR_THE_VISIT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false };

export function deskKey({ projectId, queueId }: DeskPlace) {
  return ["desk", projectId, queueId] as const;
}

export type Wanted = { count: number; itemId?: string };

/** Reserves items for the annotator, or renews what is reserved. */
export async function reserve(
  { projectId, queueId }: DeskPlace,
  wanted: Wanted,
): Promise<{ held: Held[]; left: Left | null }> {
  const { reserved, left } = await call(reserveItems, { projectId, queueId, ...wanted });
  return {
    held: reserved.map(({ item, own, expiresAt, suggestions }) => ({
      item: deskItem(item),
      own,
      expiresAtMs: expiresAt.getTime(),
      suggestions,
    })),
    left,
  };
}

/** A connection that died without a word must not hold up the next heartbeat. */
const KEEP_WITHIN_MS = 30_000;

export function keep({ projectId, queueId }: DeskPlace, itemIds: readonly string[]) {
  const signal = AbortSignal.timeout(KEEP_WITHIN_MS);
  return call(keepItems, { projectId, queueId, itemIds: [...itemIds] }, { signal });
}

/** Also while the page goes away, which only such a request outlives. */
export async function release({ projectId, queueId }: DeskPlace, itemIds: readonly string[]): Promise<void> {
  await fetch(new Request(requestOf(releaseItems, { projectId, queueId, itemIds }), { keepalive: true }));
}

/** An item that is only looked at, with the annotator's own work on it. */
export async function work({ projectId, queueId }: DeskPlace, itemId: string): Promise<Held> {
  const { item, own } = await call(getItemWork, { projectId, queueId, itemId });
  return { item: deskItem(item), own, expiresAtMs: null, suggestions: null };
}

export function sendAct({ projectId, queueId }: DeskPlace, act: Act): Promise<ReplyOf<typeof answerItem>> {
  const { held, state, revision, feedback, replaced, suggestedRefs, skipReason, activeMs, sent } = act;
  const input: InputOf<typeof answerItem> = {
    projectId,
    queueId,
    itemId: held.item.id,
    annotationState: state,
    revision,
    feedback,
    replaced,
    // A page of before kept acts that say nothing of it.
    ...(suggestedRefs ? { suggestedRefs } : {}),
    ...(skipReason === null ? {} : { skipReason }),
    isFlagged: sent.flag.isFlagged,
    flagNote: sent.flag.note,
    activeMs,
  };
  return call(answerItem, input, { idempotencyKey: act.key });
}

export function deskItem(item: DeskItem): DeskItem {
  const {
    id,
    awaited,
    callId,
    pairCallId,
    callOpName,
    callStartedAt,
    isCallUndated,
    displayFields,
    myAnnotationState,
    positionInQueue,
  } = item;
  return {
    id,
    awaited,
    callId,
    pairCallId,
    callOpName,
    callStartedAt,
    isCallUndated,
    displayFields,
    myAnnotationState,
    positionInQueue,
  };
}

const LIST_FILTERS = {
  mine: () => ({ myAnnotationStates: ["in_progress"] as AnnotationState[] }),
  skipped: () => ({ myAnnotationStates: ["skipped"] as AnnotationState[] }),
  done: () => ({ myAnnotationStates: ["completed"] as AnnotationState[] }),
  flagged: (userId: string) => ({ isFlagged: true, annotatorUserId: userId }),
} satisfies { [L in RailList]: (userId: string) => ItemFilter };

/** One of the annotator's own lists, what was written last first. */
export function railQuery(place: DeskPlace, list: RailList) {
  const { projectId, queueId, userId } = place;
  return infiniteQueryOptions({
    queryKey: [...deskKey(place), "rail", list, userId],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<DeskItem[]> => {
      const filter = LIST_FILTERS[list](userId);
      const sortBy = [{ field: "updated_at" as const, direction: "desc" as const }];
      const page = { limit: ITEMS_PER_PAGE + 1, offset: pageParam };
      const input = { projectId, queueId, filter, sortBy, ...page };
      return (await call(queryQueueItems, input, { signal })).items;
    },
    getNextPageParam: (last, _, offset) =>
      last.length > ITEMS_PER_PAGE ? offset + ITEMS_PER_PAGE : undefined,
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, ITEMS_PER_PAGE)),
  });
}

export type Summary = ReplyOf<typeof summarizeQueues>["summaries"][number];

/** How far the whole queue is, and who is at it now. */
export function summaryQuery(place: DeskPlace) {
  const { projectId, queueId } = place;
  return queryOptions({
    queryKey: [...deskKey(place), "summary"],
    queryFn: async ({ signal }) => {
      const { summaries } = await call(summarizeQueues, { projectId, queueIds: [queueId] }, { signal });
      return summaries[0] ?? null;
    },
  });
}

const MAX_QUEUES_LOOKED_AT = 100;

/** Another queue in which the annotator has something to do, the newest first; null where there is none. */
export function nextQueueQuery(place: DeskPlace) {
  const { projectId, queueId } = place;
  return queryOptions({
    queryKey: [...deskKey(place), "next-queue"],
    queryFn: async ({ signal }): Promise<{ id: string; name: string } | null> => {
      const sortBy = [{ field: "created_at" as const, direction: "desc" as const }];
      const queues = await callAll(
        queryQueues,
        { projectId, isArchived: false, sortBy, limit: MAX_QUEUES_LOOKED_AT },
        { signal },
      );
      const others = queues.filter(({ id }) => id !== queueId);
      if (others.length === 0) return null;
      const queueIds = others.map(({ id }) => id);
      const { summaries } = await call(summarizeQueues, { projectId, queueIds }, { signal });
      const next = summaries.find(({ leftForMe }) => leftForMe > 0);
      return others.find(({ id }) => id === next?.queueId) ?? null;
    },
  });
}

/** What the annotator has said about a call in this queue and the server has, oldest first. */
export function ownFeedbackQuery(place: DeskPlace, callId: string) {
  const { projectId, queueId, userId } = place;
  return queryOptions({
    ...FOR_THE_VISIT,
    queryKey: [...deskKey(place), "own-feedback", callId, userId],
    queryFn: async ({ signal }) => {
      const conditions = [
        isEqual("weave_ref", callRef(projectId, callId)),
        isEqual("queue_id", queueId),
        isEqual("wb_user_id", userId),
      ];
      const query = { $expr: { $and: conditions } };
      const sortBy = [{ field: "created_at", direction: "asc" as const }];
      return asRows((await call(queryFeedback, { projectId, query, sortBy }, { signal })).result);
    },
  });
}
