"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DeskItem } from "#components/desk/state/desk-handles.ts";
import { type DeskPlace, deskKey } from "#components/desk/state/desk-queries.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { useDeskPart } from "#components/desk/state/use-desk-part.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { type BeforeAfter, compareItem } from "#lib/contract/evaluation/before-after.ts";
import { actsSoFar, isSameAnswer, lastAnswer } from "./last-answer.ts";

/** `nothing` where there is nothing to say: no answer yet, or no model that learned from the queue. */
export type Shown =
  | { is: "nothing"; found?: never }
  | { is: "loading" | "failed"; item: DeskItem; found?: never }
  | { is: "found"; item: DeskItem; found: BeforeAfter };

/** What a model says to the item that was answered last. Asked once the answer has arrived, and dropped when the next one is given. */
export function useBeforeAfter(place: DeskPlace, store: DeskStore, isWanted: boolean): Shown {
  const { projectId, queueId } = place;
  const earlier = actsBefore(store);
  const last = useDeskPart(store, (state) => lastAnswer(state, earlier), isSameAnswer);
  const itemId = last?.item.id ?? null;
  const isAsked = isWanted && last?.isSent === true;
  const reply = useQuery({
    queryKey: [...deskKey(place), "before-after", itemId],
    queryFn: ({ signal }) => call(compareItem, { projectId, queueId, itemId: itemId ?? "" }, { signal }),
    enabled: isAsked,
    // The weights stay as they are, and so does what they say.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Whether any model learned from the queue is known from the answer before.
    placeholderData: keepPreviousData,
  });
  if (!isWanted || last === null) return NOTHING;
  const { item } = last;
  if (reply.error) return isTakenBack(reply.error) ? NOTHING : { is: "failed", item };
  const found = reply.data?.comparison;
  if (!found) return NOTHING;
  return reply.isPlaceholderData ? { is: "loading", item } : { is: "found", item, found };
}

const before = new WeakMap<DeskStore, ReadonlySet<string>>();

/** What had been done when the page was loaded: the desk outlives its page, and what is shown of it comes and goes. */
function actsBefore(store: DeskStore): ReadonlySet<string> {
  const known = before.get(store) ?? actsSoFar(store.read());
  before.set(store, known);
  return known;
}

const NOTHING: Shown = { is: "nothing" };

/** The answer was taken back from another tab, or the item is gone. */
function isTakenBack(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}
