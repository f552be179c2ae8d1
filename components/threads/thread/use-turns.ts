import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { madeCallsQuery } from "#components/calls/parts/call-queries.ts";
import { madeBy } from "#components/calls/parts/made-calls.ts";
import { notRepeated } from "#components/calls/parts/repeated-calls.ts";
import type { MadeCall } from "#components/conversation/made-calls.tsx";
import { useProject } from "#components/project/project-context.tsx";
import {
  CALLS_PER_WINDOW,
  TURNS_PER_WINDOW,
  turnCallsQuery,
  turnWindowQuery,
} from "#components/threads/queries/thread-queries.ts";
import { type Message, withoutHistory } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { Turn } from "#lib/contract/traces/threads.ts";

/** The turn at a place, counted from 0; undefined while its window loads. Rows of one window share one request. */
export function useTurn(threadId: string, index: number): Turn | undefined {
  const { projectId } = useProject();
  const { data } = useQuery({
    ...turnWindowQuery(projectId, threadId, Math.floor(Math.max(0, index) / TURNS_PER_WINDOW)),
    enabled: index >= 0,
  });
  return index < 0 ? undefined : data?.turns[index % TURNS_PER_WINDOW];
}

export type LoadedTurn = {
  call: Call;
  /** What this turn added to the conversation. */
  messages: readonly Message[];
  /** What its program sent, with all that it repeated of the turns before. */
  asked: readonly Message[];
  /** The calls that were made inside it. */
  made: readonly MadeCall[];
};

/** A turn with its documents; undefined while they load, null where the call is gone. Turns side by side share their requests. */
export function useLoadedTurn(
  threadId: string,
  index: number,
): { loaded: LoadedTurn | null | undefined; error: Error | null } {
  const { projectId } = useProject();
  const { ids, turn, before } = useCallWindow(threadId, index);
  const { data: calls, error } = useQuery({
    ...turnCallsQuery(projectId, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const { data: traced } = useQuery({
    ...madeCallsQuery(projectId, [...(calls?.values() ?? [])]),
    enabled: (calls?.size ?? 0) > 0,
    placeholderData: keepPreviousData,
  });
  const loaded = useMemo(() => {
    if (!turn || !calls) return undefined;
    const call = calls.get(turn.id);
    if (!call) return ids.includes(turn.id) && calls.size > 0 ? null : undefined;
    const earlier = before ? calls.get(before.id) : undefined;
    const all = readMessages(call.inputs, call.output);
    const messages = withoutHistory(all, earlier ? readMessages(earlier.inputs, earlier.output) : []);
    return {
      call,
      asked: all.filter(({ from }) => from === "inputs"),
      messages,
      made: notRepeated(madeBy(call, traced?.calls ?? []), messages),
    };
  }, [turn, before, calls, traced, ids]);
  return { loaded, error };
}

/** The ids of the turns that are loaded with this one, and of the one before them, whose messages the first need not repeat. */
function useCallWindow(threadId: string, index: number) {
  const { projectId } = useProject();
  const first = Math.floor(index / CALLS_PER_WINDOW) * CALLS_PER_WINDOW;
  const turnWindow = Math.floor(first / TURNS_PER_WINDOW);
  const { data } = useQuery(turnWindowQuery(projectId, threadId, turnWindow));
  const isFirstOfWindow = first % TURNS_PER_WINDOW === 0;
  const lastBefore = useTurn(threadId, isFirstOfWindow ? first - 1 : -1);
  return useMemo(() => {
    const turns = data?.turns ?? [];
    const from = first % TURNS_PER_WINDOW;
    const own = turns.slice(from, from + CALLS_PER_WINDOW);
    const previous = isFirstOfWindow ? lastBefore : turns[from - 1];
    const isWaiting = isFirstOfWindow && first > 0 && !previous;
    const together = previous ? [previous, ...own] : own;
    const place = together.findIndex((turn) => turn === own[index - first]);
    return {
      ids: isWaiting ? NO_IDS : together.map(({ id }) => id),
      turn: own[index - first],
      before: together[place - 1],
    };
  }, [data, first, index, isFirstOfWindow, lastBefore]);
}

const NO_IDS: readonly string[] = [];
