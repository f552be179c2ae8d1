"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { turnIdsQuery } from "#components/calls/around/thread-turn-queries.ts";
import { callQuery, madeCallsQuery } from "#components/calls/parts/call-queries.ts";
import { mayHaveAnswers } from "#components/desk/form/use-draft.ts";
import { type DeskPlace, ownFeedbackQuery } from "#components/desk/state/desk-queries.ts";
import { type DeskState, type Held, heldOf, recordOf } from "#components/desk/state/desk-state.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { areSameLists, useDeskPart } from "#components/desk/state/use-desk-part.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { openPayloadCache, type PayloadCache } from "./payload-cache.ts";

/** So many are loaded together; those after them wait until the first are there. */
const LOADED_AT_ONCE = 3;

/** What is judged changes under nobody's eyes. */
export const AS_LOADED = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false };

/** Loads what is shown next, and keeps it where a reload finds it. Gives how many items of the lane are there with all that they show. */
export function usePayloads(place: DeskPlace, store: DeskStore): number {
  const { projectId, userId } = place;
  const [count, setCount] = useState(LOADED_AT_ONCE);
  const lane = useDeskPart(store, laneFrom, areSameLists);
  const near = lane.slice(0, count);
  const callIds = near.flatMap(callIdsOf);
  const cache = useMemo(() => openPayloadCache(`${userId} ${projectId}`), [userId, projectId]);
  useFromCache(cache, projectId, callIds);
  const calls = useQueries({
    queries: callIds.map((callId) => ({ ...callQuery(projectId, callId), ...AS_LOADED })),
    combine: callsIn,
  });
  useQueries({
    queries: near
      .filter((held) => mayHaveAnswers(held) && recordOf(store.read(), held.item.id).draft === null)
      .map(({ item }) => ownFeedbackQuery(place, item.callId)),
    combine: loadedAlone,
  });
  // What a call did is judged with it, so it is there as early.
  const made = useQueries({
    queries: calls.map((call) => ({ ...madeCallsQuery(projectId, [call]), ...AS_LOADED })),
    combine: countLoaded,
  });
  const threadIds = [...new Set(calls.flatMap(({ threadId }) => threadId || []))];
  useQueries({
    queries: threadIds.map((threadId) => turnIdsQuery(projectId, threadId)),
    combine: loadedAlone,
  });
  useEffect(() => void cache.keep(calls), [cache, calls]);
  const isAllThere = calls.length === callIds.length && made === calls.length;
  const wanted = Math.min(lane.length, near.length + LOADED_AT_ONCE);
  if (isAllThere && count < wanted) setCount(wanted);
  const there = new Set(calls.map(({ id }) => id));
  const ready = near.findIndex((held) => !callIdsOf(held).every((id) => there.has(id)));
  return ready < 0 ? near.length : ready;
}

function callIdsOf({ item }: Held): string[] {
  return [item.callId, ...(item.pairCallId === null ? [] : [item.pairCallId])];
}

/** The current item and those after it, then what was passed over. */
function laneFrom(state: DeskState): Held[] {
  const { lane, current } = state;
  const at = current === null ? 0 : Math.max(0, lane.indexOf(current));
  return [...lane.slice(at), ...lane.slice(0, at)].flatMap((id) => heldOf(state, id) ?? []);
}

/** Selects nothing, so that the start or end of a load does not render the desk again; the components that show the data read it themselves. */
function loadedAlone(): null {
  return null;
}

function countLoaded(results: readonly { isSuccess: boolean }[]): number {
  return results.filter(({ isSuccess }) => isSuccess).length;
}

function callsIn(results: readonly { data: Call | null | undefined }[]): Call[] {
  return results.flatMap(({ data }) => data ?? []);
}

/** What the last visit kept shows at once; whether it still holds is asked all the same. */
function useFromCache(cache: PayloadCache, projectId: string, callIds: readonly string[]): void {
  const client = useQueryClient();
  const wanted = callIds.join("\n");
  useEffect(() => {
    for (const callId of wanted.split("\n").filter(Boolean)) {
      const { queryKey } = callQuery(projectId, callId);
      if (client.getQueryData(queryKey)) continue;
      void cache.read(callId).then((call) => {
        if (call && !client.getQueryData(queryKey)) client.setQueryData(queryKey, call, { updatedAt: 1 });
      });
    }
  }, [client, cache, projectId, wanted]);
}
