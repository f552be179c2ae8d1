"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { callQuery, madeCallsQuery } from "#components/calls/call-queries.ts";
import type { Call } from "#lib/contract/call-fields.ts";
import { turnIdsQuery } from "./call-thread-queries.ts";
import { type DeskPlace, ownFeedbackQuery } from "./desk-queries.ts";
import type { DeskState } from "./desk-state.ts";
import { openPayloadCache, type PayloadCache } from "./payload-cache.ts";
import { mayHaveAnswers } from "./use-draft.ts";

/** Of the lane, the current item and as many after it are loaded before they are shown. */
const LOADED_AHEAD = 3;

/** What is judged changes under nobody's eyes. */
export const AS_LOADED = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false };

/** Loads what is shown next, and keeps it where a reload finds it. */
export function usePayloads(place: DeskPlace, state: DeskState): void {
  const { projectId, userId } = place;
  const near = nearOf(state);
  const callIds = near.flatMap(({ item }) => [
    item.callId,
    ...(item.pairCallId === null ? [] : [item.pairCallId]),
  ]);
  const cache = useMemo(() => openPayloadCache(`${userId} ${projectId}`), [userId, projectId]);
  useFromCache(cache, projectId, callIds);
  const calls = useQueries({
    queries: callIds.map((callId) => ({
      ...callQuery(projectId, callId),
      ...AS_LOADED,
    })),
    combine: callsIn,
  });
  useQueries({
    queries: near
      .filter((held) => mayHaveAnswers(held) && !(held.item.id in state.drafts))
      .map(({ item }) => ownFeedbackQuery(place, item.callId)),
  });
  // What a call did is judged with it, so it is there as early.
  useQueries({ queries: calls.map((call) => ({ ...madeCallsQuery(projectId, [call]), ...AS_LOADED })) });
  const threadIds = [...new Set(calls.flatMap(({ threadId }) => threadId || []))];
  useQueries({ queries: threadIds.map((threadId) => turnIdsQuery(projectId, threadId)) });
  useEffect(() => void cache.keep(calls), [cache, calls]);
}

function nearOf({ lane, current, items }: DeskState) {
  const at = current === null ? 0 : Math.max(0, lane.indexOf(current));
  const ids = [...lane.slice(at, at + LOADED_AHEAD), ...lane.slice(0, at)].slice(0, LOADED_AHEAD);
  return ids.flatMap((id) => items[id] ?? []);
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
