"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { callQuery } from "#components/calls/call-queries.ts";
import { type DeskPlace, ITEMS_PER_PAGE, itemPageQuery, MOST_OPEN, openItemsQuery } from "./desk-queries.ts";
import { type DeskItem, type DeskState, itemsInOrder, openAfter } from "./desk-state.ts";

const FEW = 5;
const PREFETCHED = 2;
const FRESH_MS = 300_000;

/** The items that the desk knows: those to do, and those around the current one. */
export function useDeskItems(place: DeskPlace, state: DeskState, isSending: boolean) {
  const open = useQuery(openItemsQuery(place));
  const pages = useQueries({
    queries: pagesAround(state.current ?? state.last).map((page) => itemPageQuery(place, page)),
    combine: (results) => ({
      lists: results.map(({ data }) => data ?? []),
      isLoading: results.some((one) => one.isPending),
    }),
  });
  const items = useMemo(() => itemsInOrder([...pages.lists, open.data ?? []]), [pages, open.data]);
  const ahead = useMemo(() => openAfter(state, items, state.current ?? state.last), [state, items]);
  const current = state.current ?? ahead[0] ?? null;
  const isCut = (open.data?.length ?? 0) >= MOST_OPEN;
  const refill = () => void open.refetch();
  useRefill(isCut && ahead.length < FEW, { turn: isSending ? open.dataUpdatedAt : 0, refill });
  usePrefetchedCalls(place.projectId, ahead);
  return {
    items,
    ahead,
    current,
    isLoading: open.isPending || (current === null && isCut),
    isWalkable: !pages.isLoading,
    error: open.error && !open.data ? open.error : null,
    retry: () => void open.refetch(),
    isFetching: open.isFetching,
  };
}

function pagesAround(item: DeskItem | null): number[] {
  const place = item?.positionInQueue ?? 1;
  const pages = [place - 1, place + 1].map((near) => Math.floor((Math.max(near, 1) - 1) / ITEMS_PER_PAGE));
  return [...new Set(pages)];
}

/**
 * Asks for more items while few are left. The server gives those again that it has not heard of yet, so while some are on their way it
 * is asked after each answer, and once more when all have arrived.
 */
function useRefill(isNeeded: boolean, { turn, refill }: { turn: number; refill: () => void }): void {
  const ask = useEffectEvent(refill);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew.
  useEffect(() => {
    if (isNeeded) ask();
  }, [isNeeded, turn]);
}

/** The calls of the next items are there before they are shown. */
function usePrefetchedCalls(projectId: string, ahead: readonly DeskItem[]): void {
  const client = useQueryClient();
  const next = ahead
    .slice(0, PREFETCHED)
    .map(({ callId }) => callId)
    .join("\n");
  useEffect(() => {
    for (const callId of next.split("\n").filter(Boolean))
      void client.prefetchQuery({ ...callQuery(projectId, callId), staleTime: FRESH_MS });
  }, [client, projectId, next]);
}
