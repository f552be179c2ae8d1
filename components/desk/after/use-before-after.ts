"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type DeskPlace, deskKey } from "#components/desk/state/desk-queries.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { useDeskPart } from "#components/desk/state/use-desk-part.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { type BeforeAfter, compareItem } from "#lib/contract/evaluation/before-after.ts";
import { isSameAnswer, lastAnswer } from "./last-answer.ts";

/** `nothing` where there is nothing to say: no answer yet, or no model that learned from the queue. */
export type Shown =
  | { is: "nothing" | "loading" | "failed"; found?: never }
  | { is: "found"; found: BeforeAfter };

/** What a model says to the item that was answered last. Asked once the answer has arrived, and dropped when the next one is given. */
export function useBeforeAfter(place: DeskPlace, store: DeskStore, isWanted: boolean): Shown {
  const { projectId, queueId } = place;
  const last = useDeskPart(store, lastAnswer, isSameAnswer);
  const isAsked = isWanted && last?.isSent === true;
  const reply = useQuery({
    queryKey: [...deskKey(place), "before-after", last?.itemId ?? null],
    queryFn: ({ signal }) =>
      call(compareItem, { projectId, queueId, itemId: last?.itemId ?? "" }, { signal }),
    enabled: isAsked,
    // The weights stay as they are, and so does what they say.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Whether any model learned from the queue is known from the answer before.
    placeholderData: keepPreviousData,
  });
  if (!isWanted || last === null) return NOTHING;
  if (reply.error) return isTakenBack(reply.error) ? NOTHING : { is: "failed" };
  const found = reply.data?.comparison;
  if (!found) return NOTHING;
  return reply.isPlaceholderData ? { is: "loading" } : { is: "found", found };
}

const NOTHING: Shown = { is: "nothing" };

/** The answer was taken back from another tab, or the item is gone. */
function isTakenBack(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}
